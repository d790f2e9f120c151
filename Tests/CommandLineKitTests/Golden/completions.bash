# Completions of tally for bash, generated from its table of commands.
_tally() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local path=tally word index
  COMPREPLY=()
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    [[ $word == '--' ]] && break
    case "$path|$word" in
      'tally|add') path='tally add' ;;
      'tally|move') path='tally move' ;;
      'tally|level') path='tally level' ;;
      'tally|list') path='tally list' ;;
      'tally|held') path='tally held' ;;
      'tally|key') path='tally key' ;;
      'tally|help') path='tally help' ;;
      'tally held|accept') path='tally held accept' ;;
      'tally held|discard') path='tally held discard' ;;
      'tally key|list') path='tally key list' ;;
      'tally key|change') path='tally key change' ;;
      'tally key change|now') path='tally key change now' ;;
      'tally key change|later') path='tally key change later' ;;
      'tally add|--by' | 'tally add|-n') [[ ${COMP_WORDS[index+1]} == '=' ]] && ((index++)); ((index++)) ;;
      'tally add|--size') [[ ${COMP_WORDS[index+1]} == '=' ]] && ((index++)); ((index++)) ;;
      'tally add|--tag' | 'tally add|-t') [[ ${COMP_WORDS[index+1]} == '=' ]] && ((index++)); ((index++)) ;;
      'tally list|--to') [[ ${COMP_WORDS[index+1]} == '=' ]] && ((index++)); ((index++)) ;;
      *'|--home') [[ ${COMP_WORDS[index+1]} == '=' ]] && ((index++)); ((index++)) ;;
    esac
  done
  case "$path|$previous" in
    'tally add|--by' | 'tally add|-n') return ;;
    'tally add|--size') mapfile -t COMPREPLY < <(compgen -W 'small large huge' -- "$current"); return ;;
    'tally add|--tag' | 'tally add|-t') return ;;
    'tally list|--to') compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    *'|--home') compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
  esac
  case "$path" in
    'tally')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--home --json --help -h --version' -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -W 'add move level list held key help' -- "$current")
      fi
      ;;
    'tally add')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--by -n --size --tag -t --quiet -q --verbose -v --home --json --help -h --version' -- "$current")
      fi
      ;;
    'tally move')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--home --json --help -h --version' -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -W 'today tomorrow' -- "$current")
      fi
      ;;
    'tally level')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--home --json --help -h --version' -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -W 'low medium high' -- "$current")
      fi
      ;;
    'tally list')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--to --home --json --help -h --version' -- "$current")
      fi
      ;;
    'tally held')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--home --json --help -h --version' -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -W 'accept discard' -- "$current")
      fi
      ;;
    'tally held accept')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--home --json --help -h --version' -- "$current")
      fi
      ;;
    'tally held discard')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--really --home --json --help -h --version' -- "$current")
      fi
      ;;
    'tally key')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--home --json --help -h --version' -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -W 'list change' -- "$current")
      fi
      ;;
    'tally key list')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--home --json --help -h --version' -- "$current")
      fi
      ;;
    'tally key change')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--home --json --help -h --version' -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -W 'now later' -- "$current")
      fi
      ;;
    'tally key change now')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--home --json --help -h --version' -- "$current")
      fi
      ;;
    'tally key change later')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--home --json --help -h --version' -- "$current")
      fi
      ;;
    'tally help')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--home --json --help -h --version' -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -W 'add move level list held key' -- "$current")
      fi
      ;;
  esac
}
complete -F _tally tally
