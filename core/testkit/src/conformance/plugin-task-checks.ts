import assert from 'node:assert/strict'
import { OutboundError } from '@heliograph/contracts'
import type { AnyPluginModule } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { show } from './match.ts'
import {
  assertSeen,
  isSeen,
  type PluginTables,
  type PluginTaskCase,
  withEachCallFailing,
  withRow,
} from './plugin-case.ts'
import { checkHanging } from './plugin-hanging.ts'
import type { PluginKit } from './plugin-kit.ts'

/** Periods in which a task that failed has to be done after all. */
const MORE_PERIODS = 4
/** More requests than these periods can need. */
const SILENCES = 20

/** How a plugin must do what it does on its own: by the clock, again after a failure, and not after a stop. */
export function pluginTaskChecks(module: AnyPluginModule, options: PluginTables): readonly Check[] {
  return (options.tasks ?? []).flatMap((row) => rowChecks(module, options, row))
}

function rowChecks(module: AnyPluginModule, options: PluginTables, row: PluginTaskCase): readonly Check[] {
  const check = (name: string, work: (kit: PluginKit) => Promise<void>): Check => ({
    name: `${name}: ${row.name}`,
    run: () => withRow(module, options, row, work),
  })
  return [
    check('done in its time', async (kit) => {
      assert.ok(
        !(await isSeen(kit, row)),
        `${show(row.expect)} is to be seen before its time, so the row proves nothing`,
      )
      await kit.pass(row.afterMs)
      await assertSeen(kit, row, `after ${row.afterMs} ms`)
    }),
    check('not done after a stop', async (kit) => {
      await kit.settled(kit.stop())
      const before = await row.seen(kit)
      const requests = kit.http.requests.length
      await kit.pass(row.afterMs * 2)
      assert.deepEqual(await row.seen(kit), before, 'it was done after the stop')
      assert.equal(kit.http.requests.length, requests, 'another server was called after the stop')
    }),
    check('done after a restart', async (kit) => {
      await kit.restart()
      await kit.pass(row.afterMs)
      await assertSeen(kit, row, `${row.afterMs} ms after a restart`)
    }),
    {
      name: `done again after a service has failed: ${row.name}`,
      run: () =>
        withEachCallFailing(
          module,
          options,
          row,
          (kit) => kit.pass(row.afterMs),
          (kit, { text }) => assertGoesOn(kit, row, text),
        ),
    },
    check('done again after another server could not be reached', async (kit) => {
      kit.http.script(new OutboundError('connect', 'The connection was refused'))
      await kit.pass(row.afterMs)
      await assertGoesOn(kit, row, 'another server could not be reached')
    }),
    check('does not overtake itself while another server is silent', async (kit) => {
      kit.http.script(...Array.from({ length: SILENCES }, () => 'silence' as const))
      await kit.pass(row.afterMs)
      const { unanswered } = kit.http
      for (let period = 0; period < MORE_PERIODS; period += 1) {
        await kit.pass(row.afterMs)
        assert.ok(kit.http.unanswered <= unanswered, 'it asks again while its request is under way')
      }
      await kit.settled(kit.stop(AbortSignal.abort()))
    }),
    check('a stop ends with its signal while it is done', (kit) => checkHanging(kit, () => kit.pass(row.afterMs))),
  ]
}

async function assertGoesOn(kit: PluginKit, row: PluginTaskCase, failure: string): Promise<void> {
  for (let period = 0; period < MORE_PERIODS && !(await isSeen(kit, row)); period += 1) await kit.pass(row.afterMs)
  await assertSeen(kit, row, `${failure}, and ${MORE_PERIODS} periods later`)
}
