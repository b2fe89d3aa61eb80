import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from 'commander'
import { createProgram } from '../src/cli.ts'
import { findPages, readPage } from './support/pages.ts'

// Every command line of ours that a page names, in a sentence or in a block: the command exists, and has the options.

const OUR_OWN = /(?:^|`|[(|;&] ?|\$\()heliograph ((?:[^`|;,&#\n)\\]|\\\n)+)/gm
/** The name of a connection, not a command. */
const NAMES = ['host search']
/** Words that stand for what the reader puts there. */
const PLACEHOLDER = /^[<[{]|^\.\.\.$|^--help$/

interface Named {
  readonly page: string
  readonly line: string
}

async function findCommands(): Promise<readonly Named[]> {
  const pages = (await findPages()).filter((page) => !page.includes('traceability'))
  const found = await Promise.all(
    pages.map(async (page) =>
      [...(await readPage(page)).matchAll(OUR_OWN)].map(([, line = '']) => ({ page, line: line.trim() })),
    ),
  )
  return found.flat().filter(({ line }) => !NAMES.includes(line))
}

/** What is wrong with a command line; undefined when nothing is. */
function problemOf(program: Command, line: string): string | undefined {
  const words = line.replace(/\\\n/g, ' ').split(/\s+/)
  let command = program
  for (const [index, word] of words.entries()) {
    if (PLACEHOLDER.test(word)) return undefined
    const next = command.commands.find((each) => each.name() === word)
    if (next === undefined) {
      if (command.commands.length > 0) return `${command.name()} has no command ${word}`
      return problemOfOptions(command, words.slice(index))
    }
    command = next
  }
  return undefined
}

function problemOfOptions(command: Command, words: readonly string[]): string | undefined {
  const known = new Set(['--help', ...command.options.map(({ long }) => long)])
  const unknown = words
    .filter((word) => /^--[a-z]/.test(word))
    .map((word) => word.replace(/[=,.].*$/, ''))
    .find((word) => !known.has(word))
  return unknown && `${command.name()} has no option ${unknown}`
}

test('commands that pages name exist, with their options', async () => {
  const program = createProgram({ out: () => undefined, err: () => undefined }, false)
  const named = await findCommands()
  assert.ok(named.length > 60, `only ${named.length} are found`)
  const problems = named.flatMap(({ page, line }) => {
    const problem = problemOf(program, line)
    return problem === undefined ? [] : [`${page}: ${problem}: heliograph ${line}`]
  })
  assert.deepEqual(problems, [])
})

const WRONG = [
  ['nothing', 'heliograph has no command nothing'],
  ['contact forget 278', 'contact has no command forget'],
  ['start --restore', 'start has no option --restore'],
] as const
for (const [line, problem] of WRONG)
  test(`heliograph ${line} is found wrong`, () => {
    assert.equal(problemOf(createProgram({ out: () => undefined, err: () => undefined }, false), line), problem)
  })
