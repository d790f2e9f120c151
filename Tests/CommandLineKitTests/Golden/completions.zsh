#compdef tally
# Completions of tally for zsh, generated from its table of commands.

_tally() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]' \
    '1: :->command' \
    '*:: :->rest'
  case $state in
    command)
      local -a commands=(
        'add:Add things to a count.'
        'move:Move a count to a day.'
        'level:Set how much is counted.'
        'list:List counts.'
        'held:Show what is held back.'
        'key:Look after keys.'
        'help:Show help for a command.'
      )
      _describe -t commands command commands
      ;;
    rest)
      case $line[1] in
        add) _tally__add ;;
        move) _tally__move ;;
        level) _tally__level ;;
        list) _tally__list ;;
        held) _tally__held ;;
        key) _tally__key ;;
        help) _tally__help ;;
      esac
      ;;
  esac
}

_tally__add() {
  _arguments -s -S \
    '(-n --by)'{-n+,--by=}'[How many; also fewer than none.]:N: ' \
    '--size=[How large they are.]:SIZE:(small large huge)' \
    '*'{-t+,--tag=}'[A tag\: any word.]:TAG: ' \
    '(-q --quiet)'{-q,--quiet}'[Say nothing \[at all\].]' \
    '(-v --verbose)'{-v,--verbose}'[Say it'\''s done.]' \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]' \
    '*:What is counted.: '
}

_tally__move() {
  _arguments -s -S \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]' \
    '*:NAME... DATE:(today tomorrow)'
}

_tally__level() {
  _arguments -s -S \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]' \
    ':How much.:(low medium high)' \
    '::For the record.: '
}

_tally__list() {
  _arguments -s -S \
    '--to=[Write to a file.]:FILE:_files' \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]' \
    '*:Which; without any, all.: '
}

_tally__held() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]' \
    '1: :->command' \
    '*:: :->rest'
  case $state in
    command)
      local -a commands=(
        'accept:Take it.'
        'discard:Leave it.'
      )
      _describe -t commands command commands
      ;;
    rest)
      case $line[1] in
        accept) _tally__held__accept ;;
        discard) _tally__held__discard ;;
      esac
      ;;
  esac
}

_tally__held__accept() {
  _arguments -s -S \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]' \
    ':Whose it is.: '
}

_tally__held__discard() {
  _arguments -s -S \
    '--really[Do not ask.]' \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]' \
    ':Whose it is.: '
}

_tally__key() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]' \
    '1: :->command' \
    '*:: :->rest'
  case $state in
    command)
      local -a commands=(
        'list:List keys.'
        'change:Change a key.'
      )
      _describe -t commands command commands
      ;;
    rest)
      case $line[1] in
        list) _tally__key__list ;;
        change) _tally__key__change ;;
      esac
      ;;
  esac
}

_tally__key__list() {
  _arguments -s -S \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]'
}

_tally__key__change() {
  local context state state_descr line
  local -A opt_args
  _arguments -s -S -C \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]' \
    '1: :->command' \
    '*:: :->rest'
  case $state in
    command)
      local -a commands=(
        'now:At once.'
        'later:At dawn.'
      )
      _describe -t commands command commands
      ;;
    rest)
      case $line[1] in
        now) _tally__key__change__now ;;
        later) _tally__key__change__later ;;
      esac
      ;;
  esac
}

_tally__key__change__now() {
  _arguments -s -S \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]'
}

_tally__key__change__later() {
  _arguments -s -S \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]'
}

_tally__help() {
  _arguments -s -S \
    '--home=[Use the counts kept in DIR.]:DIR:_files -/' \
    '--json[Write JSON.]' \
    '(-h --help)'{-h,--help}'[Show help and stop.]' \
    '--version[Show the version and stop.]' \
    '*:The command, such as “add”.:(add move level list held key)'
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _tally "$@"
else
  compdef _tally tally
fi
