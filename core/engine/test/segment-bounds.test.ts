import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type GatewayError, type Principal, Segments, type SubmitSegment } from '@heliograph/contracts'
import { sortSegments } from '@heliograph/messaging'
import { type Harness, startEngine } from './support/engine-harness.ts'

const KEY = { userId: 1, recipient: '27821110000', reference: 7, total: 2 }

let h: Harness
let segments: Segments
before(async () => {
  h = await startEngine()
  segments = h.engine.services.find(({ token }) => token.id === Segments.id)?.service as Segments
})
after(() => h.close())

function segment(change: Partial<SubmitSegment> = {}): SubmitSegment {
  return {
    origin: 'test',
    priority: 20,
    to: '27821110001',
    reference: 7,
    total: 3,
    part: 1,
    text: 'hello',
    encoding: 'gsm',
    userDataHeader: '050003070301',
    flash: false,
    ...change,
  }
}

/** Adds waiting segments: `count` of one message, each with a text of its own. */
async function addWaiting(user: Principal, reference: number, count: number): Promise<void> {
  await h.engine.sql`
    insert into segment (
      sms_id, client_id, user_id, channel_id, sender, recipient, reference, total, part, body, encoding,
      user_data_header, flash, priority, origin, accepted_at, price
    )
    select (select coalesce(max(sms_id), 1000000) from segment) + n, ${user.clientId}::bigint, ${user.userId}::bigint, 1,
      'ACME', '27821110001', ${reference}::integer, 3, 1, encode(convert_to(n::text, 'UTF8'), 'base64'), 0, '050003070301', false,
      20, 'test', now(), 0
    from generate_series(1, ${count}::integer) as n`
}

const isTooMany = ({ category, code, retryAfterSeconds }: GatewayError) =>
  category === 'throttled' && code === 'too-many-segments' && (retryAfterSeconds ?? 0) > 0

describe('segments that wait for the rest of their message', () => {
  it('are bounded for each message', async () => {
    const user = await h.addClient()
    await addWaiting(user, 7, 999)
    await segments.add(user, segment())
    await assert.rejects(segments.add(user, segment({ part: 2 })), isTooMany)
    await segments.add(user, segment({ reference: 8 }))
  })

  it('are bounded for each user', async () => {
    const [user, other] = await Promise.all([h.addClient(), h.addClient()])
    for (let reference = 100; reference < 120; reference += 1) await addWaiting(user, reference, 1_000)
    await assert.rejects(segments.add(user, segment()), isTooMany)
    await segments.add(other, segment())
  })

  it('of a client whose balance is locked wait for it, and those of others do not', async () => {
    const [locked, free] = await Promise.all([h.addClient({ credit: '1' }), h.addClient({ credit: '1' })])
    let held: Promise<unknown> = Promise.resolve()
    await h.engine.sql.begin(async (tx) => {
      await tx`select from client_credit where client_id = ${locked.clientId} for update`
      held = segments.add(locked, segment())
      await segments.add(free, segment())
    })
    await held
    assert.deepEqual([await h.creditOf(locked.clientId), await h.creditOf(free.clientId)], ['0.950000', '0.950000'])
  })

  it('are refused each by itself without credit', async () => {
    const user = await h.addClient({ credit: '0.10' })
    const results = await Promise.allSettled(
      [1, 2, 3].map((part) => segments.add(user, segment({ part, text: `${part}` }))),
    )
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected'],
    )
    assert.equal(await h.creditOf(user.clientId), '0.000000')
  })
})

describe('sorting segments into messages', () => {
  it('does not slow down with a part sent again and again with new texts', () => {
    const many = Array.from({ length: 60_000 }, (_, index) => ({
      ...KEY,
      smsId: index,
      part: 1,
      total: 2,
      text: `text ${index}`,
    }))
    assert.equal(sortSegments(many).length, 60_000)
  })

  it('finds the message of a repeated part, and the first that lacks a new one', () => {
    const place = (smsId: number, part: number, text: string) => ({ ...KEY, smsId, part, total: 2, text })
    const sets = sortSegments([
      place(1, 1, 'a'),
      place(2, 1, 'b'),
      place(3, 2, 'x'),
      place(4, 1, 'b'),
      place(5, 2, 'y'),
      place(6, 2, 'x'),
    ])
    assert.deepEqual(
      sets.map(({ parts, repeated }) => [
        [...parts.values()].map(({ smsId }) => smsId),
        repeated.map(({ smsId }) => smsId),
      ]),
      [
        [[1, 3], [6]],
        [[2, 5], [4]],
      ],
    )
  })
})
