import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type QuietHours, QuietHoursSettings, Segments } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

let node: Harness
before(async () => {
  node = await startEngine()
})
after(() => node.close())

/** Quiet hours around now, which end in an hour. */
async function quietNow(includesInterfaces: boolean) {
  const principal = { ...(await node.addClient()), role: 'admin' as const }
  const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  // What clocks show in South Africa.
  const clockAt = (moment: number) => new Date(moment + 2 * HOUR_MS).toISOString().slice(11, 16)
  const hours: QuietHours = {
    days: [1, 2, 3, 4, 5, 6, 7],
    from: clockAt(minute - HOUR_MS),
    to: clockAt(minute + HOUR_MS),
    zone: 'Africa/Johannesburg',
    includesInterfaces,
  }
  await find(node.engine.services, QuietHoursSettings).set(principal, hours)
  node.forgetAccounts()
  return { principal, end: new Date(minute + HOUR_MS) }
}

/** One segment of two. */
const segmentOf = (part: number) =>
  ({
    origin: 'smpp',
    priority: 20,
    to: '27821110001',
    encoding: 'gsm',
    reference: 7,
    total: 2,
    text: `part ${part}`,
    part,
    flash: false,
    userDataHeader: `05000307020${part}`,
  }) as const

for (const includesInterfaces of [true, false])
  it(`a message of segments ${includesInterfaces ? 'waits for quiet hours that hold its interface' : 'goes, when they do not'}`, async () => {
    const { principal, end } = await quietNow(includesInterfaces)
    const segments = find(node.engine.services, Segments)
    const [first] = await Promise.all([1, 2].map((part) => segments.add(principal, segmentOf(part))))
    const { records } = await node.reports.find(principal, { smsId: first?.smsId as number, limit: 1 })
    const expected = includesInterfaces ? end : null
    assert.deepEqual([records[0]?.text, records[0]?.scheduledAt], ['part 1part 2', expected])
  })

it('the validity of segments counts from when they would have gone without quiet hours', async () => {
  const { principal } = await quietNow(true)
  const segments = find(node.engine.services, Segments)
  const added = (part: number, validitySeconds: number) =>
    segments.add(principal, { ...segmentOf(part), validitySeconds })
  // The quiet hours last for an hour, or up to a minute less.
  await assert.rejects(added(1, 3_500), { category: 'invalid', code: 'expires-first' })
  const { smsId } = await added(1, 7_200)
  await added(2, 7_200)
  const [row] = await node.engine.sql<{ validity_seconds: number }[]>`
    select validity_seconds from message where sms_id = ${smsId}::bigint`
  const left = row?.validity_seconds ?? 0
  assert.ok(left >= 3_600 && left <= 3_661, `${left} s are left`)
})
