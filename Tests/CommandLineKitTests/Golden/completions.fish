# Completions of tally for fish, generated from its table of commands.
function __tally_path
  set -l path tally
  set -l skips 0
  set -l words (commandline -opc)
  for word in $words[2..-1]
    if test $skips = 1
      set skips 0
      continue
    end
    switch "$path|$word"
      case 'tally|add'
        set path 'tally add'
      case 'tally|move'
        set path 'tally move'
      case 'tally|level'
        set path 'tally level'
      case 'tally|list'
        set path 'tally list'
      case 'tally|held'
        set path 'tally held'
      case 'tally|key'
        set path 'tally key'
      case 'tally|help'
        set path 'tally help'
      case 'tally held|accept'
        set path 'tally held accept'
      case 'tally held|discard'
        set path 'tally held discard'
      case 'tally key|list'
        set path 'tally key list'
      case 'tally key|change'
        set path 'tally key change'
      case 'tally key change|now'
        set path 'tally key change now'
      case 'tally key change|later'
        set path 'tally key change later'
      case 'tally add|--by' 'tally add|-n' 'tally add|--size' 'tally add|--tag' 'tally add|-t' 'tally list|--to' '*|--home'
        set skips 1
    end
  end
  echo $path
end
function __tally_at
  test (__tally_path) = "$argv[1]"
end
complete -c tally -f
complete -c tally -n '__tally_at \'tally\'' -a add -d 'Add things to a count.'
complete -c tally -n '__tally_at \'tally\'' -a move -d 'Move a count to a day.'
complete -c tally -n '__tally_at \'tally\'' -a level -d 'Set how much is counted.'
complete -c tally -n '__tally_at \'tally\'' -a list -d 'List counts.'
complete -c tally -n '__tally_at \'tally\'' -a held -d 'Show what is held back.'
complete -c tally -n '__tally_at \'tally\'' -a key -d 'Look after keys.'
complete -c tally -n '__tally_at \'tally\'' -a help -d 'Show help for a command.'
complete -c tally -n '__tally_at \'tally add\'' -l by -s n -x -d 'How many; also fewer than none.'
complete -c tally -n '__tally_at \'tally add\'' -l size -x -a 'small large huge' -d 'How large they are.'
complete -c tally -n '__tally_at \'tally add\'' -l tag -s t -x -d 'A tag: any word.'
complete -c tally -n '__tally_at \'tally add\'' -l quiet -s q -d 'Say nothing [at all].'
complete -c tally -n '__tally_at \'tally add\'' -l verbose -s v -d 'Say it\'s done.'
complete -c tally -n '__tally_at \'tally move\'' -a 'today tomorrow' -d 'DATE'
complete -c tally -n '__tally_at \'tally level\'' -a 'low medium high' -d 'LEVEL'
complete -c tally -n '__tally_at \'tally list\'' -l to -r -F -d 'Write to a file.'
complete -c tally -n '__tally_at \'tally held\'' -a accept -d 'Take it.'
complete -c tally -n '__tally_at \'tally held\'' -a discard -d 'Leave it.'
complete -c tally -n '__tally_at \'tally held discard\'' -l really -d 'Do not ask.'
complete -c tally -n '__tally_at \'tally key\'' -a list -d 'List keys.'
complete -c tally -n '__tally_at \'tally key\'' -a change -d 'Change a key.'
complete -c tally -n '__tally_at \'tally key change\'' -a now -d 'At once.'
complete -c tally -n '__tally_at \'tally key change\'' -a later -d 'At dawn.'
complete -c tally -n '__tally_at \'tally help\'' -a 'add move level list held key' -d 'COMMAND'
complete -c tally -l home -x -a '(__fish_complete_directories)' -d 'Use the counts kept in DIR.'
complete -c tally -l json -d 'Write JSON.'
complete -c tally -l help -s h -d 'Show help and stop.'
complete -c tally -l version -d 'Show the version and stop.'
