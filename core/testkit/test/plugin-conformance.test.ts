import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pluginChecks } from '../src/conformance/run-plugin-conformance.ts'
import { withPluginKit } from '../src/index.ts'
import {
  CALLERS_TOKEN,
  type CounterParts,
  countingOptions,
  createCountingPlugin,
  type Tools,
} from './fixtures/counting-plugin.ts'
import { createHookedPlugin, hookedOptions } from './fixtures/hooked-plugin.ts'
import { assertFails } from './planted/planted-fault.ts'
import { PLUGIN_FAULTS } from './planted/plugin-faults.ts'
import { HOOK_FAULTS, type HookFault } from './planted/plugin-hook-faults.ts'

/** The groups that a package of its own is not needed for. */
const GROUPS = ['life cycle', 'routes', 'events', 'tasks', 'commands', 'pages']

function checksOf(change?: (good: CounterParts, tools: Tools) => Partial<CounterParts>) {
  return pluginChecks(createCountingPlugin(change), countingOptions)
    .filter(({ name }) => GROUPS.includes(name))
    .flatMap(({ checks }) => checks)
}

describe('a plugin with routes, events and a task', () => {
  for (const check of checksOf()) test(check.name, () => check.run())

  test('is asked, told and given time by its kit', () =>
    withPluginKit(createCountingPlugin(), countingOptions, async (kit) => {
      const count = async () => (await kit.request({ path: '/count', headers: { 'x-token': CALLERS_TOKEN } })).text
      const event = kit.event({ kind: 'message-ended' })
      assert.deepEqual(await kit.emit(event), { times: 1, error: undefined })
      kit.engine.failNext('unavailable', 'state')
      assert.equal((await kit.emit(kit.event({ kind: 'message-ended' }))).times, 2)
      await kit.emit(event)
      assert.equal(await count(), '2')
      await kit.restart()
      assert.equal(await count(), '2')
      await assert.rejects(kit.emit({ kind: 'sms-received' }), /Nothing listens to sms-received/)
    }))
})

describe('the plugin kit notices', () => {
  for (const fault of PLUGIN_FAULTS) {
    test(fault.name, async () => {
      const check = checksOf(fault.parts).find((each) => each.name === fault.fails)
      assert.ok(check, `there is no check '${fault.fails}'`)
      await assertFails(check.run, fault)
    })
  }
})

function hookChecks({ hooks, plugin }: Partial<HookFault> = {}) {
  return pluginChecks(createHookedPlugin(hooks, plugin), hookedOptions)
    .filter(({ name }) => ['capabilities', 'life cycle', 'hooks'].includes(name))
    .flatMap(({ checks }) => checks)
}

describe('a plugin with hooks', () => {
  for (const check of hookChecks()) test(check.name, () => check.run())
})

describe('the plugin kit notices of hooks', () => {
  for (const fault of HOOK_FAULTS) {
    test(fault.name, async () => {
      const check = hookChecks(fault).find((each) => each.name === fault.fails)
      assert.ok(check, `there is no check '${fault.fails}'`)
      await assertFails(check.run, fault)
    })
  }
})
