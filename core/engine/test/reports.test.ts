import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type MessageRecord, type MessageState, type ReportFilter, systemClock } from '@heliograph/contracts'
import { formatMessageId } from '@heliograph/messaging'
import { openDatabase } from '../src/database/database.ts'
import { createSearches } from '../src/database/searches.ts'
import { createReports } from '../src/read/history/reports.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'

const database = useDatabase()

async function find(account: TestAccount, filter: Partial<ReportFilter>): Promise<readonly MessageRecord[]> {
  const reports = createReports({ searches: createSearches(database.sql, systemClock), clock: database.clock })
  return (await reports.find(account.principal, { limit: 50, ...filter })).records
}

async function idsOf(account: TestAccount, filter: Partial<ReportFilter>): Promise<readonly number[]> {
  return (await find(account, filter)).map((record) => record.smsId)
}

async function setState(smsId: number, columns: Readonly<Record<string, unknown>>): Promise<void> {
  const row = { sms_id: smsId, attempt: 1, ...columns }
  await database.sql`insert into message_state ${database.sql(row)}`
}

async function salt(): Promise<Buffer> {
  const [row] = await database.sql<{ id_salt: Buffer }[]>`select id_salt from deployment`
  return row?.id_salt as Buffer
}

async function submit(smsId: number, attempt: number, part: number, networkId: string | null): Promise<void> {
  const row = {
    sms_id: smsId,
    attempt,
    part,
    series: attempt,
    carrier: 'simulator',
    link: 'main',
    network_id: networkId,
    state: 'submitted',
    submitted_at: new Date(database.clock.now()),
  }
  await database.sql`insert into submission ${database.sql(row)}`
}

const at = (offsetMs: number) => new Date(database.clock.now() + offsetMs)

describe('a record', () => {
  test('of a message that was only accepted', async () => {
    const account = await database.addAccount()
    const smsId = await database.addMessage(account, {
      bulk_id: 'b1',
      reference: 'ref',
      parts: 2,
      price: '0.10',
      encoding: 1,
      body: 'grüße 🙂',
    })
    const acceptedAt = at(0)
    assert.deepEqual(await find(account, { smsId }), [
      {
        smsId,
        clientId: account.clientId,
        messageId: formatMessageId(await salt(), smsId, acceptedAt.getTime()),
        bulkId: 'b1',
        reference: 'ref',
        origin: 'v2',
        from: 'ACME',
        to: '27831234567',
        text: 'grüße 🙂',
        encoding: 'ucs2',
        parts: 2,
        price: { amount: '0.100000', currency: 'ZAR' },
        priority: 'HIGH',
        state: 'queued',
        acceptedAt,
        scheduledAt: null,
        submittedAt: null,
        doneAt: null,
        networkStatus: null,
        networkId: null,
        errorId: null,
      },
    ])
  })

  test('of one that reached its end, with the first part of the latest attempt', async () => {
    const account = await database.addAccount()
    const smsId = await database.addMessage(account)
    await submit(smsId, 1, 1, 'old')
    await submit(smsId, 2, 2, 'second')
    await submit(smsId, 2, 1, 'first')
    const times = { submitted_at: at(1_000), done_at: at(2_000) }
    await setState(smsId, { ...times, attempt: 2, state: 'undeliverable', error_id: 27, network_status: 'UNDELIV' })
    const [record] = await find(account, { smsId })
    assert.deepEqual(
      [record?.state, record?.networkId, record?.submittedAt, record?.doneAt, record?.networkStatus, record?.errorId],
      ['undeliverable', 'first', times.submitted_at, times.done_at, 'UNDELIV', 27],
    )
  })

  const ERRORS: readonly [MessageState, number | null, number | null][] = [
    ['undeliverable', null, 1],
    ['undeliverable', 0, 1],
    ['cancelled', 4100, 4100],
    ['delivered', 27, null],
    ['submitted', 27, null],
    ['retrying', 260, 260],
  ]
  for (const [state, stored, errorId] of ERRORS) {
    test(`error of a ${state} message with ${stored} stored: ${errorId}`, async () => {
      const account = await database.addAccount()
      const smsId = await database.addMessage(account)
      await setState(smsId, { state, error_id: stored })
      assert.equal((await find(account, { smsId }))[0]?.errorId, errorId)
    })
  }

  const WAITING: readonly [string, number | null, Record<string, unknown> | null, MessageState][] = [
    ['at once', null, null, 'queued'],
    ['later', 60_000, null, 'scheduled'],
    ['later, and the time has come', -1, null, 'queued'],
    ['later, then moved further', -1, { state: 'scheduled', send_at: 60_000 }, 'scheduled'],
    ['later, then moved to now', 60_000, { state: 'scheduled', send_at: 0 }, 'queued'],
    ['later, and on its way', -1, { state: 'submitted' }, 'submitted'],
  ]
  for (const [name, sendAt, state, expected] of WAITING) {
    test(`a message to go ${name} is ${expected}`, async () => {
      const account = await database.addAccount()
      const scheduled = sendAt === null ? null : at(sendAt)
      const smsId = await database.addMessage(account, { send_at: scheduled })
      const moved = typeof state?.send_at === 'number' ? at(state.send_at) : null
      if (state !== null) await setState(smsId, { ...state, send_at: moved })
      const [record] = await find(account, { smsId })
      assert.deepEqual([record?.state, record?.scheduledAt], [expected, moved ?? scheduled])
      assert.deepEqual(await idsOf(account, { states: [expected] }), [smsId])
      const others = (['scheduled', 'queued', 'submitted'] as const).filter((other) => other !== expected)
      assert.deepEqual(await idsOf(account, { states: others }), [])
    })
  }
})

describe('filters', () => {
  // spec: v2 delivery reports | rule | query smsId: the status of that message in detail ; query messageId: the status of one message
  // spec: v2 delivery reports | rule | query bulkId: all messages of the batch
  // spec: v2 logs | rule | query from filters by sender ; query to filters by recipient
  test('each alone, together, and none', async () => {
    const account = await database.addAccount()
    const first = await database.addMessage(account, { bulk_id: 'b', message_id: 'm1', accepted_at: at(0) })
    const second = await database.addMessage(account, {
      bulk_id: 'b',
      recipient: '27830000002',
      accepted_at: at(1_000),
    })
    const third = await database.addMessage(account, { sender: 'SHOP', accepted_at: at(2_000) })
    await database.sql`insert into message_key values (${account.clientId}, 'm1', ${first})`
    await setState(second, { state: 'delivered' })
    const generated = formatMessageId(await salt(), third, at(2_000).getTime())
    const cases: readonly [Partial<ReportFilter>, readonly number[]][] = [
      [{}, [third, second, first]],
      [{ limit: 2 }, [third, second]],
      [{ smsId: second }, [second]],
      [{ smsId: 2 ** 53 }, []],
      [{ smsId: 0.5 }, []],
      [{ messageId: 'm1' }, [first]],
      [{ messageId: 'm2' }, []],
      [{ messageId: 'm1\0' }, []],
      [{ messageId: generated }, [third]],
      [{ messageId: generated.toUpperCase() }, [third]],
      [{ messageId: formatMessageId(await salt(), third, at(2_001).getTime()) }, []],
      [{ messageId: formatMessageId(await salt(), first, at(0).getTime()) }, []],
      [{ messageId: formatMessageId(Buffer.alloc(16, 1), third, at(2_000).getTime()) }, []],
      [{ bulkId: 'b' }, [second, first]],
      [{ bulkId: 'B' }, []],
      [{ from: 'SHOP' }, [third]],
      [{ to: '27830000002' }, [second]],
      [{ to: '27831234567', from: 'ACME' }, [first]],
      [{ states: ['delivered'] }, [second]],
      [{ states: ['queued', 'delivered'] }, [third, second, first]],
      [{ states: [] }, []],
      [{ since: at(1_000) }, [third, second]],
      [{ until: at(1_000) }, [first]],
      [{ since: at(500), until: at(1_500), bulkId: 'b' }, [second]],
      [{ since: at(500), states: ['delivered'], limit: 1 }, [second]],
      [{ smsId: first, messageId: 'm1', to: '27831234567' }, [first]],
      [{ smsId: second, messageId: 'm1' }, []],
    ]
    for (const [filter, expected] of cases)
      assert.deepEqual(await idsOf(account, filter), expected, JSON.stringify(filter))
  })

  test('nothing of another client is found, whatever is asked for', async () => {
    const [owner, other] = [await database.addAccount(), await database.addAccount()]
    const smsId = await database.addMessage(owner, {
      bulk_id: 'theirs',
      message_id: 'their-id',
      recipient: '27839999999',
    })
    const plain = await database.addMessage(owner)
    await database.sql`insert into message_key values (${owner.clientId}, 'their-id', ${smsId})`
    const filters: readonly Partial<ReportFilter>[] = [
      {},
      { smsId },
      { messageId: 'their-id' },
      { messageId: formatMessageId(await salt(), plain, at(0).getTime()) },
      { bulkId: 'theirs' },
      { to: '27839999999' },
      { from: 'ACME' },
      { states: ['queued'] },
      { since: at(-1_000_000) },
    ]
    for (const filter of filters) {
      assert.deepEqual(await idsOf(other, filter), [], JSON.stringify(filter))
      assert.notDeepEqual(await idsOf(owner, filter), [], JSON.stringify(filter))
    }
  })

  test('a supplied id that looks like the generated one of another message means the message it was given to', async () => {
    const account = await database.addAccount()
    const victim = await database.addMessage(account)
    const lookalike = formatMessageId(await salt(), victim, at(0).getTime())
    assert.deepEqual(await idsOf(account, { messageId: lookalike }), [victim])
    const supplied = await database.addMessage(account, { message_id: lookalike })
    await database.sql`insert into message_key values (${account.clientId}, ${lookalike}, ${supplied})`
    assert.deepEqual(await idsOf(account, { messageId: lookalike }), [supplied])
  })

  test('messages of several ranges of ids come newest first', async () => {
    const account = await database.addAccount()
    const low = await database.addMessage(account)
    const high = await database.addMessage(account, { sms_id: 150_000_000 })
    await setState(high, { state: 'delivered' })
    assert.deepEqual(await idsOf(account, {}), [high, low])
    assert.deepEqual(await idsOf(account, { limit: 1 }), [high])
    assert.deepEqual(await idsOf(account, { smsId: high, states: ['delivered'] }), [high])
  })
})

test('a period finds the same with and without many messages around it, also where ids and times disagree', async () => {
  const account = await database.addAccount()
  const other = await database.addAccount()
  const start = database.clock.now()
  // One message a minute for four days; some were accepted up to four minutes after others with higher ids.
  const count = 5_760
  const base = 40_000_000
  for (const { clientId, userId, channelId } of [account, other]) {
    await database.sql`
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash,
        receipt_webhook, notify_format, origin, route, price, currency, accepted_at, validity_seconds
      )
      select ${base} + n * 1000 + ${clientId % 20}, ${clientId}, ${userId}, ${channelId}, 'ACME', '27831234567', 'x', 0, 1, 10, false,
        true, 0, 'v2', 'default', 0, 'ZAR',
        to_timestamp(${start}::float8 / 1000) + n * interval '1 minute' + (n * 2 % 5) * interval '1 minute', 1
      from generate_series(0, ${count - 1}::integer) as n`
  }
  const all = await find(account, { limit: 10_000 })
  assert.equal(all.length, count)
  const day = 86_400_000
  const periods = [
    [0, day],
    [day, day + 60_000],
    [2 * day, 2 * day],
    [2.3 * day, 3.1 * day],
    [-day, 0],
    [3.9 * day, 9 * day],
    [5 * day, 6 * day],
    [undefined, 1.5 * day],
    [2.5 * day, undefined],
    ...Array.from({ length: 40 }, (_, index) => [index * 8_461_000, index * 8_461_000 + 5_400_000] as const),
  ] as const
  for (const [from, to] of periods) {
    const since = from === undefined ? undefined : new Date(start + from)
    const until = to === undefined ? undefined : new Date(start + to)
    const expected = all.filter(({ acceptedAt }) => !(since && acceptedAt < since) && !(until && acceptedAt >= until))
    assert.deepEqual(await find(account, { since, until, limit: 10_000 }), expected, `${from} to ${to}`)
  }
})

test('while the database is away it says so', async () => {
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', max: 1, applicationName: 'test' })
  const reports = createReports({ searches: createSearches(away, systemClock), clock: database.clock })
  const { principal } = await database.addAccount()
  await assert.rejects(reports.find(principal, { limit: 1 }), { category: 'unavailable', code: 'database-away' })
  await away.end({ timeout: 0 })
})
