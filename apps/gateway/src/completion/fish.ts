import type { OptionEntry, ValueKind } from '../command-tree.ts'
import type { Completions, Word } from './words.ts'

/** A script for fish 3 or newer. */
export function formatFish(program: string, completions: readonly Completions[]): string {
  const commands = completions.filter(({ path }) => path !== '').map(({ path }) => quote(path))
  return `# Completion of ${program} for fish, made by: ${program} completion fish
function __${program}_at
  set -l at
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim -- "$at $word")
    contains -- "$longer" ${commands.join(' ')}; and set at $longer
  end
  test "$at" = "$argv[1]"
end
complete -c ${program} -f
${completions.flatMap((each) => formatOne(program, each)).join('\n')}
`
}

function formatOne(program: string, { path, words, options }: Completions): readonly string[] {
  const when = `complete -c ${program} -n ${quote(`__${program}_at ${quote(path)}`)}`
  return [
    ...words.map((word) => `${when} -a ${quote(word.text)}${formatDescription(word)}`),
    ...options.map((option) => `${when} -l ${option.long.slice(2)}${offer(option.value)}${formatDescription(option)}`),
  ]
}

function formatDescription({ description }: Word | OptionEntry): string {
  return description === '' ? '' : ` -d ${quote(description)}`
}

function offer(value: ValueKind | undefined): string {
  if (value === undefined) return ''
  if (value.kind === 'choice') return ` -x -a ${quote(value.choices.join(' '))}`
  if (value.kind === 'file') return ' -r -F'
  return value.kind === 'folder' ? " -x -a '(__fish_complete_directories)'" : ' -x'
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}
