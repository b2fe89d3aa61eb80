import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endOverdue } from '../src/outbound/lifecycle/validity.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'

const HOUR = 3_600
const DEFAULT = 48 * HOUR

interface Given {
  readonly state?: string
  /** How long ago it was accepted, in seconds. */
  readonly age: number
  readonly validity?: number
  /** When it is to go out, in seconds after it was accepted. */
  readonly sendAfter?: number
  /** The time it was moved to, in seconds after it was accepted. */
  readonly movedTo?: number
  /** States of parts that an attempt left behind. */
  readonly parts?: readonly string[]
  /** A link has it. */
  readonly isWithLink?: boolean
}

describe('messages whose validity is over', () => {
  const db = useDatabase()

  /** A client with one message, in the state that accepting it and later events would leave it in. */
  async function given({ state, age, validity = DEFAULT, sendAfter, movedTo, parts = [], isWithLink = false }: Given) {
    const account = await db.addAccount({ credit: '10', price: '0.05' })
    const [times] = await db.sql<{ accepted: Date; send: Date | null; moved: Date | null }[]>`
      with t as (select now() - ${age}::integer * interval '1 second' as accepted)
      select accepted, accepted + ${sendAfter ?? null}::integer * interval '1 second' as send,
        accepted + ${movedTo ?? null}::integer * interval '1 second' as moved from t`
    const { accepted, send, moved } = times as { accepted: Date; send: Date | null; moved: Date | null }
    const smsId = await db.addMessage(account, {
      accepted_at: accepted,
      send_at: send,
      validity_seconds: validity,
      notify_url: 'https://client.test/dlr',
    })
    if (send !== null || validity !== DEFAULT) {
      await db.sql`
        insert into validity_check (sms_id, due_at)
        values (${smsId}, ${send ?? accepted}::timestamptz + ${validity}::integer * interval '1 second')`
    }
    if (state !== undefined) {
      await db.sql`
        insert into message_state (sms_id, state, attempt, send_at)
        values (${smsId}, ${state}::message_status, ${parts.length === 0 ? 0 : 1}, ${moved})`
    }
    for (const [index, part] of parts.entries()) {
      await db.sql`
        insert into submission (sms_id, attempt, series, part, carrier, link, state, submitted_at)
        values (${smsId}, 1, 1, ${index + 1}, 'net', 'net/main', ${part}::message_status, now())`
    }
    if (isWithLink) {
      await db.sql`insert into attempt (sms_id, attempt, link, lease) values (${smsId}, 1, 'net/main', 1)`
    }
    return { account, smsId }
  }

  /** Messages have to come in order of time, and those of an earlier test would not. */
  const clear = () => db.sql`truncate message, message_state, submission, attempt, validity_check, webhook`

  const sweep = () => endOverdue(db.sql, { ids: db.ids, clock: db.clock, outbox: NO_SESSIONS }, DEFAULT)

  async function after({ account, smsId }: { account: TestAccount; smsId: number }) {
    const [row] = await db.sql<{ state: string | null; credit: string; events: number; checks: number }[]>`
      select (select state::text from message_state where sms_id = ${smsId}) as state,
        (select credit from client_credit where client_id = ${account.clientId}) as credit,
        (select count(*) from webhook where subject_id = ${smsId}) as events,
        (select count(*) from validity_check where sms_id = ${smsId}) as checks`
    const { state, credit, events, checks } = row as {
      state: string | null
      credit: string
      events: number
      checks: number
    }
    return { state, refunded: Number(credit) > 10, events, checks }
  }

  const rows: readonly { name: string; given: Given; expected: Awaited<ReturnType<typeof after>> }[] = [
    {
      name: 'queued beyond the default validity: expired, credited back, reported',
      given: { age: DEFAULT + 70 },
      expected: { state: 'expired', refunded: true, events: 1, checks: 0 },
    },
    {
      name: 'queued, just over: a link may have it',
      given: { age: DEFAULT + 30 },
      expected: { state: null, refunded: false, events: 0, checks: 1 },
    },
    {
      name: 'queued, valid',
      given: { age: DEFAULT - 60 },
      expected: { state: null, refunded: false, events: 0, checks: 0 },
    },
    {
      name: 'queued beyond a validity of its own',
      given: { age: 200, validity: 60 },
      expected: { state: 'expired', refunded: true, events: 1, checks: 0 },
    },
    {
      name: 'queued within a longer validity of its own',
      given: { age: DEFAULT + HOUR, validity: DEFAULT * 2 },
      expected: { state: null, refunded: false, events: 0, checks: 1 },
    },
    {
      name: 'retrying, nothing of it left: expired and credited back',
      given: { age: DEFAULT + 70, state: 'retrying' },
      expected: { state: 'expired', refunded: true, events: 1, checks: 0 },
    },
    {
      name: 'retrying, a part was delivered: expired and paid for',
      given: { age: DEFAULT + 70, state: 'retrying', parts: ['delivered', 'retrying'] },
      expected: { state: 'expired', refunded: false, events: 1, checks: 0 },
    },
    {
      name: 'retrying, an earlier attempt may have reached the network: paid for',
      given: { age: DEFAULT + 70, state: 'retrying', parts: ['unknown'] },
      expected: { state: 'expired', refunded: false, events: 1, checks: 0 },
    },
    ...(
      [
        ['submitted', 'submitted', false],
        ['unknown', 'unknown', false],
        ['with a link', undefined, true],
        ['with a link again', 'retrying', true],
      ] as const
    ).flatMap(([name, state, isWithLink]) => [
      {
        name: `${name}, within the day of grace: left alone`,
        given: { age: DEFAULT + 23 * HOUR, ...(state && { state }), isWithLink },
        expected: { state: state ?? null, refunded: false, events: 0, checks: 1 },
      },
      {
        name: `${name}, after the day of grace: unconfirmed, reported, paid for`,
        given: { age: DEFAULT + 25 * HOUR, ...(state && { state }), isWithLink },
        expected: { state: 'unconfirmed', refunded: false, events: 1, checks: 0 },
      },
    ]),
    ...(
      ['delivered', 'undeliverable', 'refused-by-network', 'expired', 'unconfirmed', 'cancelled', 'no-route'] as const
    ).map((state) => ({
      name: `${state}: done, left alone`,
      given: { age: DEFAULT + 50 * HOUR, state },
      expected: { state, refunded: false, events: 0, checks: 0 },
    })),
    {
      name: 'delivered, with a validity of its own: not looked at again',
      given: { age: 10 * HOUR, validity: 60, state: 'delivered' },
      expected: { state: 'delivered', refunded: false, events: 0, checks: 0 },
    },
    {
      name: 'scheduled: the validity begins at the send time',
      given: { age: 10 * 24 * HOUR, sendAfter: 9 * 24 * HOUR },
      expected: { state: null, refunded: false, events: 0, checks: 1 },
    },
    {
      name: 'scheduled and not sent in time',
      given: { age: 10 * 24 * HOUR, sendAfter: 7 * 24 * HOUR },
      expected: { state: 'expired', refunded: true, events: 1, checks: 0 },
    },
    {
      name: 'moved to a later time: that counts',
      given: { age: 10 * 24 * HOUR, sendAfter: 24 * HOUR, state: 'scheduled', movedTo: 9 * 24 * HOUR },
      expected: { state: 'scheduled', refunded: false, events: 0, checks: 1 },
    },
    {
      name: 'moved to an earlier time: that counts',
      given: { age: 10 * 24 * HOUR, sendAfter: 8 * 24 * HOUR - 120, state: 'scheduled', movedTo: 24 * HOUR },
      expected: { state: 'expired', refunded: true, events: 1, checks: 0 },
    },
  ]
  for (const { name, given: setup, expected } of rows) {
    it(name, async () => {
      await clear()
      const subject = await given(setup)
      await sweep()
      assert.deepEqual(await after(subject), expected)
      await sweep()
      assert.deepEqual(await after(subject), expected, 'a second sweep changes nothing')
    })
  }

  it('a message that is given up later is looked at then', async () => {
    await clear()
    const subject = await given({ age: DEFAULT + 70, state: 'submitted' })
    await sweep()
    const [check] = await db.sql<{ rest: number }[]>`
      select extract(epoch from due_at - now())::float8 as rest from validity_check where sms_id = ${subject.smsId}`
    assert.ok(Math.abs((check?.rest ?? 0) - (24 * HOUR - 70)) < 30)
  })

  const YEAR = 365 * 24 * HOUR
  const watermark = async () =>
    (await db.sql<{ validity_watermark: number }[]>`select validity_watermark from deployment`)[0]?.validity_watermark

  for (const ahead of [DEFAULT, YEAR])
    it(`one message stamped ${ahead / HOUR} hours ahead holds no other one back`, async () => {
      await clear()
      const before = await given({ age: DEFAULT + 100 })
      const wrong = await given({ age: -ahead })
      const after1 = await given({ age: DEFAULT + 90 })
      assert.equal(await sweep(), 2)
      for (const { smsId } of [before, after1]) assert.equal((await after({ ...before, smsId })).state, 'expired')
      assert.equal(await watermark(), after1.smsId)
      assert.deepEqual(await after(wrong), { state: null, refunded: false, events: 0, checks: 1 })
    })

  it('a message stamped a year ahead ends when the range of its id is over, whose data can then be dropped', async () => {
    await clear()
    const wrong = await given({ age: -YEAR, state: 'submitted' })
    await sweep()
    const [check] = await db.sql<{ rest: number }[]>`
      select extract(epoch from due_at - now())::float8 as rest from validity_check where sms_id = ${wrong.smsId}`
    assert.ok((check?.rest ?? YEAR) <= 24 * HOUR)
    await db.sql`update id_range set closed_at = now() - interval '4 days' where closed_at is null`
    await db.sql`update validity_check set due_at = now()`
    assert.equal(await sweep(), 1)
    assert.deepEqual([(await after(wrong)).state, (await after(wrong)).checks], ['unconfirmed', 0])
    await db.sql`update id_range set closed_at = null`
  })

  it('thousands are ended in batches, and the watermark passes over them once', async () => {
    await clear()
    const account = await db.addAccount({ credit: '0', price: '0.01' })
    const ids = await db.ids.take(2_500)
    await db.sql`
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook,
        notify_format, origin, route, price, currency, accepted_at, validity_seconds
      )
      select sms_id, ${account.clientId}, ${account.userId}, ${account.channelId}, 'A', '27831234567', 'x', 0, 1, 10, false, true,
        0, 'v2', 'default', 0.01, 'ZAR', now() - interval '3 days', ${DEFAULT}
      from unnest(${[...ids]}::bigint[]) as t (sms_id)`
    const fresh = await db.addMessage(account, { accepted_at: new Date() })
    assert.equal(await sweep(), 2_500)
    const [row] = await db.sql<{ credit: string; validity_watermark: number }[]>`
      select credit, validity_watermark from client_credit, deployment where client_id = ${account.clientId}`
    assert.deepEqual(row, { credit: '25.000000', validity_watermark: ids.at(-1) })
    assert.equal(await sweep(), 0)
    assert.ok(fresh > (ids.at(-1) as number))
  })

  it('two nodes that sweep at once end each message once', async () => {
    await clear()
    const subjects = []
    for (let count = 0; count < 5; count += 1) subjects.push(await given({ age: 500, validity: 60 }))
    await Promise.all([sweep(), sweep(), sweep()])
    for (const subject of subjects) {
      assert.deepEqual(await after(subject), { state: 'expired', refunded: true, events: 1, checks: 0 })
    }
  })
})
