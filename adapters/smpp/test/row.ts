import assert from 'node:assert/strict'
import { test } from 'node:test'
import { difference, type Pattern } from '@heliograph/testkit'
import { type BindKind, type World, type WorldOptions, withServer } from './world.ts'

/** One request of a bound client, its answer, and its other effects. Effects that are not listed must not happen. */
export interface Row extends WorldOptions {
  readonly name: string
  readonly bind?: BindKind
  /** Prepares the world. */
  readonly before?: (world: World) => void | Promise<void>
  readonly request: readonly [command: string, fields: Readonly<Record<string, unknown>>]
  /** Fields of the answer; `command_status` is 0 unless given. */
  readonly answer: Readonly<Record<string, Pattern>>
  /** Messages accepted. */
  readonly submitted?: readonly Pattern[]
  /** Segments that wait for the other ones. */
  readonly segments?: readonly Pattern[]
  /** Messages that changed, by their id, as they are afterwards. */
  readonly changed?: Readonly<Record<number, Pattern>>
  /** Lines logged at levels warn and error. */
  readonly logs?: readonly Pattern[]
}

/** The fields of a short text. */
export const HELLO = {
  source_addr: 'SHOP',
  source_addr_ton: 5,
  source_addr_npi: 0,
  destination_addr: '27821234567',
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  data_coding: 0,
  short_message: Buffer.from('hello'),
}

/** Registers each row as a test with a server of its own. */
export function testRows(rows: readonly Row[]): void {
  for (const row of rows) test(row.name, () => withServer((world) => run(row, world), row))
}

async function run(row: Row, world: World): Promise<void> {
  const { engine, log } = world
  await row.before?.(world)
  const client = await world.bind(row.bind)
  const before = new Map(engine.messages.map((message) => [message.smsId, message]))
  const waiting = engine.segments.length
  const answer = await client.request(...row.request)
  const added = engine.messages.filter(({ smsId }) => !before.has(smsId))
  const changed = engine.messages.filter(
    (message) => before.has(message.smsId) && before.get(message.smsId) !== message,
  )
  fits(answer, { command_status: 0, ...row.answer }, 'answer')
  fits(added, row.submitted ?? [], 'submitted')
  fits(engine.segments.slice(waiting), row.segments ?? [], 'segments')
  fits(Object.fromEntries(changed.map((message) => [message.smsId, message])), row.changed ?? {}, 'changed')
  assert.deepEqual(
    changed.map(({ smsId }) => smsId),
    Object.keys(row.changed ?? {}).map(Number),
    'changed',
  )
  fits(log.at('warn', 'error'), row.logs ?? [], 'logs')
  assert.equal(engine.waitingFaults, 0, 'a forced fault was not met')
  assert.equal(
    client.received.filter(({ command }) => !command.endsWith('_resp') && command !== 'deliver_sm').length,
    0,
  )
}

function fits(actual: unknown, pattern: Pattern, what: string): void {
  const found = difference(actual, pattern, what)
  if (found) assert.fail(found)
}
