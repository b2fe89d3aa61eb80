import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { addOptions } from '../src/bin/fake-smsc/options.ts'
import { checkGeneratedBlocks, code, renderTable } from '../src/index.ts'

/** The options of the program, from its own definition. */
function optionsTable(): string {
  const { options } = addOptions(new Command())
  const rows = options.map(({ argChoices, defaultValue, description, flags }) => [
    code(flags),
    defaultValue === undefined || defaultValue === true ? '' : code(String(defaultValue)),
    argChoices ? `${description}: ${argChoices.map((choice) => code(choice)).join(', ')}` : description,
  ])
  return renderTable(['Option', 'Default', ''], rows)
}

test('the README has the options of the program', () =>
  checkGeneratedBlocks(fileURLToPath(new URL('../README.md', import.meta.url)), { 'fake-smsc': optionsTable() }))
