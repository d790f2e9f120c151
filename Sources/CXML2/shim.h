#ifndef JC_XML2_SHIM_H
#define JC_XML2_SHIM_H

#include <libxml/xmlreader.h>

#endif
