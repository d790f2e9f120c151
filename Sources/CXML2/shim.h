// libxml2's streaming reader.
#ifndef JC_XML2_SHIM_H
#define JC_XML2_SHIM_H

#include <libxml/parser.h>
#include <libxml/xmlreader.h>

static inline void jc_xml_ignore(void *_Nullable context, const char *_Nonnull format, ...) {
  (void)context;
  (void)format;
}

// No network, no messages on standard error. Entities are never substituted: XML_PARSE_NOENT is
// left out, and so is XML_PARSE_HUGE, which would lift libxml2's own limits.
static inline xmlTextReaderPtr _Nullable jc_xml_reader(
    const char *_Nonnull bytes, int count) {
  // An encoding that does not fit is told outside of any reader, on this thread's error channel.
  xmlSetGenericErrorFunc(NULL, jc_xml_ignore);
  return xmlReaderForMemory(
      bytes, count, NULL, NULL,
      XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_COMPACT);
}

// libxml2's way to free is a global variable, which Swift takes for unsafe shared state.
static inline void jc_xml_free(void *_Nullable memory) { xmlFree(memory); }

#endif
