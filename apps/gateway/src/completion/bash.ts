import type { ValueKind } from '../command-tree.ts'
import { type Completions, typed } from './words.ts'

/** A script for bash 3.2 or newer, which needs no package of completions. */
export function formatBash(program: string, completions: readonly Completions[]): string {
  const commands = completions.filter(({ path }) => path !== '').map(({ path }) => `' ${path}'`)
  return `# Completion of ${program} for bash, made by: ${program} completion bash
_${program}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at= i IFS=$'\\n'
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${commands.join(' | ')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD - 1]}" in
${completions.flatMap(formatValues).join('\n')}
  esac
  case "$at" in
${completions.map(formatWords).join('\n')}
  esac
}
complete -F _${program} ${program}
`
}

function formatValues({ path, options }: Completions): readonly string[] {
  return options.flatMap(({ long, value }) =>
    value === undefined ? [] : [`    '${typed(path)} ${long}') ${offer(value)}; return ;;`],
  )
}

function formatWords({ path, words, options }: Completions): string {
  const all = [...words.map(({ text }) => text), ...options.map(({ long }) => long)]
  return `    '${typed(path)}') ${choose(all)} ;;`
}

function offer(value: ValueKind): string {
  if (value.kind === 'choice') return choose(value.choices)
  if (value.kind === 'any') return ':'
  const kind = value.kind === 'file' ? '-f' : '-d'
  return `compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen ${kind} -- "$cur"))`
}

function choose(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W $'${words.join('\\n')}' -- "$cur"))`
}
