import type { OptionEntry, ValueKind } from '../command-tree.ts'
import { type Completions, typed, type Word } from './words.ts'

/** A script for zsh: either a file `_heliograph` of a folder of fpath, or read by a shell that has run compinit. */
export function formatZsh(program: string, completions: readonly Completions[]): string {
  const commands = completions.filter(({ path }) => path !== '').map(({ path }) => `' ${path}'`)
  return `#compdef ${program}
# Completion of ${program} for zsh, made by: ${program} completion zsh
_${program}() {
  local at= i
  local -a entries switches
  for ((i = 2; i < CURRENT; i++)); do
    case "$at $words[i]" in
      (${commands.join('|')}) at="$at $words[i]" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${completions.flatMap(formatValues).join('\n')}
  esac
  case "$at" in
${completions.map(formatWords).join('\n')}
  esac
  _describe command entries
  _describe -o option switches
}
if [[ $funcstack[1] = _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`
}

function formatValues({ path, options }: Completions): readonly string[] {
  return options.flatMap(({ long, value }) =>
    value === undefined ? [] : [`    ('${typed(path)} ${long}') ${offer(value)}; return ;;`],
  )
}

function formatWords({ path, words, options }: Completions): string {
  const entries = words.map(described).join(' ')
  const switches = options.map(describedOption).join(' ')
  return `    ('${typed(path)}') entries=(${entries}) switches=(${switches}) ;;`
}

function offer(value: ValueKind): string {
  if (value.kind === 'choice') return `compadd -- ${value.choices.map(quote).join(' ')}`
  if (value.kind === 'any') return '_message value'
  return value.kind === 'file' ? '_files' : '_files -/'
}

function describedOption({ long, description }: OptionEntry): string {
  return described({ text: long, description })
}

/** The first colon that is not escaped parts a word from its description. */
function described({ text, description }: Word): string {
  return quote(`${text.replaceAll(':', '\\:')}${description === '' ? '' : `:${description}`}`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
