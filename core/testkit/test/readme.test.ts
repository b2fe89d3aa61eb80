import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { addOptions } from '../src/bin/fake-smsc/options.ts'
import { checkGeneratedBlocks, code, renderTable } from '../src/index.ts'
import { PLANTED } from './planted/lists.ts'
import type { PlantedFault } from './planted/planted-fault.ts'

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

/** The faults that the kit's own tests plant: each of them is caught, or one of these tests fails. */
function scoreTable(): string {
  const rows = PLANTED.flatMap(({ of, faults }) =>
    Object.entries(faults).map(([what, list]) => [of, what, ...countsOf(list)]),
  )
  const all = countsOf(PLANTED.flatMap(({ faults }) => Object.values(faults).flat()))
  return renderTable(
    ['In', 'What is wrong', 'Planted and caught', 'With a line of the author'],
    [...rows, ['', 'all', ...all]],
  )
}

function countsOf(faults: readonly PlantedFault[]): readonly [string, string] {
  return [String(faults.length), String(faults.filter(({ line }) => line !== false).length)]
}

test('the README has the options of the program and the score of the kit', () =>
  checkGeneratedBlocks(fileURLToPath(new URL('../README.md', import.meta.url)), {
    'fake-smsc': optionsTable(),
    planted: scoreTable(),
  }))
