import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type DeliveryWindow, Schedules } from '@heliograph/contracts'
import { formatDeliveryWindow } from '@heliograph/messaging'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { find } from './support/smpp-node.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Every day between two moments, some hours from now. */
function windowFrom(from: number, to: number) {
  const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const timeOf = (hours: number) => new Date(minute + hours * HOUR_MS).toISOString().slice(11, 16)
  const window: DeliveryWindow = { days: [1, 2, 3, 4, 5, 6, 7], from: timeOf(from), to: timeOf(to), zone: 'UTC' }
  return { window, opens: new Date(minute + from * HOUR_MS) }
}

describe('a message that was held up until its delivery window is over', () => {
  let node: Harness
  let link: FakeLink
  before(async () => {
    link = new FakeLink()
    link.setUp(false)
    node = await startEngine({ carriers: new Map([['net', carrierOf(link)]]), roles: ['dispatch'] })
  })
  after(() => node.close())

  /** Submits while its window is open and the link is down; then it is as if that window had passed. */
  async function submitLate(bulkId: string, validitySeconds: number | undefined, later: DeliveryWindow) {
    const { window } = windowFrom(-2, 2)
    const message = { to: ['27821110001', '27821110002'], deliveryWindow: window, validitySeconds }
    const { entries } = await node.submit(message, { bulkId })
    assert.deepEqual(
      entries.map(({ state }) => state),
      ['queued', 'queued'],
    )
    await node.engine.sql`
      update message set delivery_window = ${formatDeliveryWindow(later)} where bulk_id = ${bulkId}`
    return entries.map(({ smsId }) => smsId)
  }

  it('waits for the next, as a scheduled bulk; others are not held up, and it goes when it opens', async () => {
    const { sql } = node.engine
    const { window, opens } = windowFrom(1, 2)
    const late = await submitLate('late', undefined, window)
    const short = await submitLate('short', 1_800, window)
    const free = (await node.submit({ to: '27821110003' })).entries[0]?.smsId as number
    link.setUp(true)
    await node.until(() => link.submitted.some(({ smsId }) => smsId === free), 'the free one goes')
    const schedules = find(node.engine.services, Schedules)
    const listed = () => schedules.list(node.principal, 'late')
    await node.until(async () => (await listed()).length === 1, 'the late ones are scheduled')
    assert.deepEqual(await listed(), [{ bulkId: 'late', sendAt: opens, messages: 2, isPaused: false }])
    await node.until(
      async () => (await Promise.all(short.map((smsId) => node.stateOf(smsId)))).every((state) => state === 'expired'),
      'those whose validity ends before have expired',
    )
    assert.deepEqual(
      link.submitted.map(({ smsId }) => smsId),
      [free],
    )
    const { window: now } = windowFrom(-1, 1)
    await sql`update message set delivery_window = ${formatDeliveryWindow(now)} where bulk_id = 'late'`
    await sql`update batch set due_at = now() where bulk_id = 'late'`
    await node.submit({ to: '27821110004' })
    await node.until(() => late.every((smsId) => link.submitted.some((sent) => sent.smsId === smsId)), 'they go')
  })
})
