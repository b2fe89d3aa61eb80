import assert from 'node:assert/strict'
import {
  MESSAGE_STATES,
  type MessageEvent,
  MessageEvents,
  OutboundError,
  type ServiceTokens,
} from '@heliograph/contracts'
import { bestAttempt } from '../longest-block.ts'
import type { AnyPluginModule } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { assertSeen, type PluginEventCase, type PluginTables, withEachCallFailing, withRow } from './plugin-case.ts'
import { checkHanging } from './plugin-hanging.ts'
import type { GivenEvent, PluginKit } from './plugin-kit.ts'

/** As many as a handler gets at once. */
const FULL_BATCH = 100
/** The longest time for which a handler may keep the event loop to itself. */
const MOST_MS = 50

/** How a plugin must treat events: each counts, once, whatever happens on the way. */
export function pluginEventChecks(module: AnyPluginModule, options: PluginTables): readonly Check[] {
  const { events = [] } = options
  const listens = Object.values(module.deps as ServiceTokens).some(({ id }) => id === MessageEvents.id)
  if (!listens || events === false) return []
  return [
    {
      name: 'its table shows what it makes of events',
      run: () => assert.ok(events.length > 0, '`events` has no row; `false` when its own tests show it'),
    },
    ...events.flatMap((row) => rowChecks(module, options, row)),
  ]
}

type Work = (kit: PluginKit, events: readonly MessageEvent[]) => Promise<unknown>

function rowChecks(module: AnyPluginModule, options: PluginTables, row: PluginEventCase): readonly Check[] {
  const handed = (when: string, work: Work): Check => ({
    name: `${when}: ${row.name}`,
    run: () =>
      withRow(module, options, row, async (kit) => {
        await work(kit, row.events.map(kit.event))
        await assertSeen(kit, row, when)
      }),
  })
  const within = (name: string, work: (kit: PluginKit) => Promise<unknown>): Check => ({
    name: `${name}: ${row.name}`,
    run: () => withRow(module, options, row, async (kit) => void (await work(kit))),
  })
  const again: readonly Check[] = [
    handed('handed over twice', async (kit, events) => {
      await kit.emit(...events)
      await kit.emit(...events)
    }),
    handed('handed over twice at once', (kit, events) => kit.emit(...events, ...events)),
    handed('handed over again after a restart', async (kit, events) => {
      await kit.emit(...events)
      await kit.restart()
      await assertSeen(kit, row, 'after a restart')
      await kit.emit(...events)
    }),
    within('handed over again after others', async (kit) => {
      const events = row.events.map(kit.event)
      await kit.emit(...events)
      const others = row.events.map(kit.event)
      for (const other of others) await kit.emit(other)
      const before = await row.seen(kit)
      await kit.emit(...events, ...others)
      assert.deepEqual(await row.seen(kit), before, 'what came again was done again')
    }),
  ]
  return [
    handed('handed over once', async (kit, events) => {
      const { times, error } = await kit.emit(...events)
      assert.equal(times, 1, `the handler did not take the events: ${error}`)
    }),
    handed('one by one', async (kit, events) => {
      for (const event of events) await kit.emit(event)
    }),
    handed('in reverse order', (kit, events) => kit.emit(...events.toReversed())),
    ...(row.mayRepeat ? [] : again),
    {
      name: `none is lost${row.mayRepeat ? '' : ' or counted twice'} when a service fails: ${row.name}`,
      run: () =>
        withEachCallFailing(
          module,
          options,
          row,
          (kit) => kit.emit(...row.events),
          async (kit, { isDone, text }) => {
            if (!(isDone && row.mayRepeat)) await assertSeen(kit, row, text)
          },
        ),
    },
    handed('when another server cannot be reached at first', async (kit, events) => {
      kit.http.script(new OutboundError('connect', 'The connection was refused'))
      await kit.emit(...events)
      // Where no other server is called, nothing is asked for.
      if (kit.http.requests.length > 0) assert.equal(kit.http.waiting, 0)
    }),
    within('a stop ends with its signal while it is handled', (kit) =>
      checkHanging(kit, () => void kit.emit(...row.events).catch(() => undefined)),
    ),
    within('takes events with everything that they may have', (kit) => checkOdd(kit, row)),
    within('takes a hundred at once without blocking others', (kit) => checkBlocking(kit, row)),
  ]
}

const ODD: readonly GivenEvent[] = [
  ...MESSAGE_STATES.map((state): GivenEvent => ({ kind: 'message-ended', state })),
  { kind: 'message-ended', reference: '" \\ \u0000 \u2028 é', from: 'ACMÉ & Co', parts: 255 },
  { kind: 'message-ended', metadata: { __proto__: 1, a: [{ b: null }] } },
  { kind: 'message-ended', smsId: Number.MAX_SAFE_INTEGER, origin: 'auto-reply' },
  { kind: 'message-ended', smsId: 0, clientId: 0 },
  { kind: 'message-read', reference: '" \\ \u0000 \u2028 é', from: 'ACMÉ & Co' },
  { kind: 'message-read', smsId: Number.MAX_SAFE_INTEGER, origin: 'auto-reply' },
  { kind: 'sms-received', clientId: null, channelId: null },
  { kind: 'sms-received', text: '' },
  { kind: 'sms-received', encoding: 'binary', text: '00FF' },
  { kind: 'sms-received', encoding: 'ucs2', text: '" \\ \u2028 é 😀 __proto__' },
  { kind: 'sms-received', from: '__proto__', text: 'x'.repeat(10_000) },
]

async function checkOdd(kit: PluginKit, row: PluginEventCase): Promise<void> {
  const kinds = new Set(row.events.map(({ kind }) => kind))
  for (const given of ODD.filter(({ kind }) => kinds.has(kind))) {
    const { times, error } = await kit.emit(given).catch((error) => ({ times: 0, error }))
    assert.equal(times, 1, `the handler did not take ${JSON.stringify(given).slice(0, 200)}: ${error}`)
  }
  assert.deepEqual(kit.log.at('error'), [], 'the handler failed inside')
}

async function checkBlocking(kit: PluginKit, row: PluginEventCase): Promise<void> {
  const [first] = row.events
  assert.ok(first, `the row '${row.name}' has no events`)
  const batch = Array.from({ length: FULL_BATCH }, (_, index) => ({ ...first, smsId: index + 1 }) as GivenEvent)
  const blockMs = await bestAttempt(() => kit.emit(...batch), MOST_MS)
  assert.ok(blockMs <= MOST_MS, `its handler keeps the event loop to itself for ${Math.round(blockMs)} ms`)
}
