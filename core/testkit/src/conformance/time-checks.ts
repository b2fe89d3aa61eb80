import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { AdapterCase } from './adapter-case.ts'
import { type AdapterKit, type WatchedWorld, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, acceptingRows, prepareRow, succeedingRows } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { distinctRows } from './distinct-rows.ts'

/** Zones of servers, as far apart as any, with another date most of the day. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const

/** Longer than a day, and not whole hours. */
const UPTIME_MS = 36 * 3_600_000 + 1_234_567

/** Where the server stands, and how long an instance has been up, changes nothing that a client sees. */
export function timeChecks(suite: AdapterSuite): readonly Check[] {
  if (!suite.module.capabilities.http) return []
  return [
    ...distinctRows(suite, succeedingRows(suite)).map((row) => ({
      name: `the same in every time zone of a server: ${row.name}`,
      run: () => checkZones(suite, row),
    })),
    ...distinctRows(suite, acceptingRows(suite)).map((row) => ({
      name: `the same when it has been up for long: ${row.name}`,
      run: () => checkUptime(suite, row),
    })),
  ]
}

async function checkZones(suite: AdapterSuite, row: AdapterCase): Promise<void> {
  const [east, again, west] = [
    await inZone(ZONES[0], () => effectOf(suite, row)),
    await inZone(ZONES[0], () => effectOf(suite, row)),
    await inZone(ZONES[1], () => effectOf(suite, row)),
  ]
  // What is another each time has another reason.
  if (!isDeepStrictEqual(east, again)) return
  assert.deepEqual(west, east, `another in ${ZONES[1]} than in ${ZONES[0]}: times have a zone of their own, or UTC`)
}

async function checkUptime(suite: AdapterSuite, row: AdapterCase): Promise<void> {
  const [fresh, again] = [
    await effectOf(suite, row, { beforeCreate: UPTIME_MS }),
    await effectOf(suite, row, { beforeCreate: UPTIME_MS }),
  ]
  if (!isDeepStrictEqual(fresh, again)) return
  const old = await effectOf(suite, row, {}, (kit) => kit.clock.advance(UPTIME_MS))
  assert.deepEqual(old, fresh, 'another when the instance has been up for 36 hours: ask context.clock for each request')
}

/** What a client gets, and what is stored. */
async function effectOf(
  { module, world }: AdapterSuite,
  row: AdapterCase,
  aged: Pick<WatchedWorld, 'beforeCreate'> = {},
  wait: (kit: AdapterKit) => void = () => undefined,
) {
  return withAdapterKit(module, { ...world, ...aged }, async (kit) => {
    wait(kit)
    const { status, text } = await kit.request(await prepareRow(row, kit))
    return { status, text, messages: kit.engine.messages.map((message) => ({ ...message })) }
  })
}

/** Runs with another time zone of the process; Node heeds it at once. */
async function inZone<T>(zone: string, work: () => Promise<T>): Promise<T> {
  const { TZ } = process.env
  process.env.TZ = zone
  try {
    return await work()
  } finally {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  }
}
