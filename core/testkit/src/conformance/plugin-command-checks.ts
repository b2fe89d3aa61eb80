import assert from 'node:assert/strict'
import { findCommandFaults } from '@heliograph/config'
import { isGatewayError } from '@heliograph/contracts'
import type { AnyPluginModule } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { assertDiscreet } from './discretion.ts'
import { difference } from './match.ts'
import { assertSeen, type PluginCommandCase, type PluginTables, withEachCallFailing, withRow } from './plugin-case.ts'
import type { CommandEnd } from './plugin-command-run.ts'
import { createPluginKit, type PluginKit } from './plugin-kit.ts'

/** The largest exit code that no shell uses itself. */
const LARGEST_CODE = 125

/** How commands must behave: typed as others are, ended by a code that is true, and silent about secrets. */
export function pluginCommandChecks(module: AnyPluginModule, options: PluginTables): readonly Check[] {
  const { commands = [] } = options
  return [
    {
      name: 'its commands can be typed, and its table runs each of them',
      async run() {
        const { plugin } = await createPluginKit(module, options)
        const declared = plugin.commands ?? []
        assert.deepEqual(findCommandFaults(declared), [], 'commands that the host refuses')
        const bare = declared.filter(({ name }) => !commands.some(({ command }) => command === name))
        assert.deepEqual(
          bare.map(({ name }) => name),
          [],
          'commands that no row of `commands` runs',
        )
      },
    },
    ...commands.flatMap((row) => rowChecks(module, options, row)),
  ]
}

function rowChecks(module: AnyPluginModule, options: PluginTables, row: PluginCommandCase): readonly Check[] {
  const { name, command, values = {}, code = 0, result } = row
  return [
    {
      name,
      run: () =>
        withRow(module, options, row, async (kit) => {
          const end = await kit.runCommand(command, values)
          assertWellEnded(end)
          assert.equal(end.code, code, 'the exit code')
          const problem = result === undefined ? undefined : difference(end.results[0], result, 'what it prints')
          if (problem) assert.fail(problem)
          assertDiscreet(module, kit, [], JSON.stringify(end))
          await checkEffect(kit, row, 'afterwards')
        }),
    },
    {
      name: `does not end with 0 when a service fails: ${name}`,
      run: () =>
        withEachCallFailing(
          module,
          options,
          row,
          (kit) => codeOf(kit, row),
          async (kit, { isDone, text }, ended) => {
            if (ended !== 0 || isDone || code !== 0) return
            assert.ok(row.seen, `${text}, and it ends with 0`)
            await checkEffect(kit, row, `${text}, it ends with 0, and`)
          },
        ),
    },
  ]
}

function assertWellEnded({ code, results }: CommandEnd): void {
  assert.ok(Number.isInteger(code) && code >= 0 && code <= LARGEST_CODE, `it ends with ${code}, which is no exit code`)
  assert.ok(results.length <= 1, `it prints ${results.length} results: with --json there is one object`)
}

/** The exit code; 1 for what it throws. */
async function codeOf(kit: PluginKit, { command, values = {} }: PluginCommandCase): Promise<number> {
  try {
    return (await kit.runCommand(command, values)).code
  } catch (error) {
    if (isGatewayError(error)) return 1
    throw error
  }
}

async function checkEffect(kit: PluginKit, { seen, expect }: PluginCommandCase, when: string): Promise<void> {
  if (seen) await assertSeen(kit, { seen, expect }, when)
}
