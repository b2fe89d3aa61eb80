import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { GatewayError, Principal, SubmitRequest } from '@heliograph/contracts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { type Harness, makeRequest, startEngine } from './support/engine-harness.ts'

let h: Harness
let other: Sql
before(async () => {
  h = await startEngine({ settings: { limits: { partsPerRequest: 10_000_000, partsPerMinute: 100_000_000 } } })
  other = openDatabase({ url: h.url, max: 1, applicationName: 'test other' })
})
after(async () => {
  await other.end({ timeout: 5 })
  await h.close()
})

const numbers = (count: number) => Array.from({ length: count }, (_, n) => `2782${String(n).padStart(7, '0')}`)

const submit = (client: Principal, message: Parameters<typeof makeRequest>[0], request?: Partial<SubmitRequest>) =>
  h.engine.submissions.submit(client, makeRequest(message, request))

async function countOf(client: Principal): Promise<number> {
  const [row] = await h.engine.sql<{ messages: number }[]>`
    select count(*) as messages from message where client_id = ${client.clientId}`
  return row?.messages as number
}

/** Holds the lock on a client's balance until the function that it resolves with is called. */
async function lockCredit(client: Principal): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let ended: Promise<unknown> = Promise.resolve()
  await new Promise<void>((locked, failed) => {
    ended = other.begin(async (tx) => {
      await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
      await tx`select from client_credit where client_id = ${client.clientId} for update`
      locked()
      await released
    })
    ended.catch(failed)
  })
  return async () => {
    release()
    await ended
  }
}

const isNoCredit = (error: GatewayError) => error.code === 'no-credit'

describe('a balance that is locked', () => {
  it('holds up its own client only', async () => {
    const [locked, free] = await Promise.all([h.addClient({ credit: '10' }), h.addClient({ credit: '10' })])
    const unlock = await lockCredit(locked)
    let isDone = false
    const held = Promise.all(
      numbers(5).map(async (to) => {
        await submit(locked, { to })
        isDone = true
      }),
    )
    // While the others wait, and after them.
    await Promise.all(numbers(20).map((to) => submit(free, { to })))
    await submit(free, {})
    assert.deepEqual([await countOf(free), await countOf(locked), isDone], [21, 0, false])
    await unlock()
    await held
    assert.deepEqual([await countOf(locked), await h.creditOf(locked.clientId)], [5, '9.750000'])
  })

  it('for longer than a statement waits for it is waited for again', async () => {
    const client = await h.addClient({ credit: '10' })
    const unlock = await lockCredit(client)
    const held = submit(client, {})
    const waitsSince = async () => {
      const [row] = await h.engine.sql<{ since: string | null }[]>`
        select max(query_start)::text as since from pg_stat_activity
        where datname = current_database() and application_name like '% accept' and wait_event_type = 'Lock'`
      return row?.since ?? undefined
    }
    let first: string | undefined
    await h.until(async () => {
      first = await waitsSince()
      return first !== undefined
    }, 'the first statement waits')
    await h.until(async () => ![undefined, first].includes(await waitsSince()), 'the second statement waits')
    await unlock()
    const { entries } = await held
    assert.equal(entries[0]?.state, 'queued')
  })

  it('holds up its large requests, not those of others', async () => {
    const client = await h.addClient({ credit: '100' })
    const unlock = await lockCredit(client)
    const large = submit(client, { to: numbers(1_200) })
    await submit(h.principal, {})
    await unlock()
    await large
    assert.deepEqual([await countOf(client), await h.creditOf(client.clientId)], [1_200, '40.000000'])
  })
})

describe('a client without enough credit', () => {
  it('does not keep others from sharing a commit', async () => {
    const [poor, rich] = await Promise.all([h.addClient({ credit: '0.01' }), h.addClient({ credit: '100' })])
    const committed = async () => {
      const [row] = await h.engine.sql<{ commits: number }[]>`
        select count(distinct xmin::text) as commits from message where client_id = ${rich.clientId}`
      return row?.commits as number
    }
    const results = await Promise.allSettled(
      numbers(60).map((to, index) => submit(index % 10 === 0 ? poor : rich, { to })),
    )
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    assert.equal(refused.length, 6)
    assert.ok(refused.every(isNoCredit))
    assert.equal(await committed(), 1)
  })

  it('pays what fits after what does not', async () => {
    const client = await h.addClient({ credit: '0.20', price: '0.05' })
    const results = await Promise.allSettled([
      submit(client, { to: numbers(5) }),
      submit(client, { to: numbers(2) }),
      submit(client, { to: numbers(3) }, { atomic: false }),
      submit(client, {}),
    ])
    const states = results.map((result) =>
      result.status === 'rejected' ? 'refused' : result.value.entries.map(({ state }) => state).join(),
    )
    assert.deepEqual(states, ['refused', 'queued,queued', 'queued,queued,no-credit', 'refused'])
    assert.equal(await h.creditOf(client.clientId), '0.000000')
  })

  it('gets the answer to a resend of what it could pay', async () => {
    const client = await h.addClient({ credit: '0.05' })
    const messages = [{ text: 'x', destinations: [{ to: '27821110001', messageId: 'paid' }] }]
    const first = await submit(client, {}, { messages })
    const [again, fresh] = await Promise.allSettled([submit(client, {}, { messages }), submit(client, {})])
    assert.equal(again.status === 'fulfilled' && again.value.entries[0]?.smsId, first.entries[0]?.smsId)
    assert.equal(fresh.status, 'rejected')
  })
})

describe('a large request', () => {
  it('is stored whole, in the order of its recipients, and paid once', async () => {
    const client = await h.addClient({ credit: '100' })
    const { entries } = await submit(client, { to: numbers(1_700) })
    assert.ok(entries.every(({ state }) => state === 'queued'))
    assert.deepEqual([await countOf(client), await h.creditOf(client.clientId)], [1_700, '15.000000'])
    const ledger = await h.engine.sql<{ amount: string; sms_id: number }[]>`
      select amount, sms_id from credit_entry where client_id = ${client.clientId} and reason = 'send'`
    assert.deepEqual([...ledger], [{ amount: '-85.000000', sms_id: entries[0]?.smsId }])
  })

  it('that costs too much is refused whole', async () => {
    const client = await h.addClient({ credit: '84.95' })
    await assert.rejects(submit(client, { to: numbers(1_700) }), isNoCredit)
    assert.deepEqual([await countOf(client), await h.creditOf(client.clientId)], [0, '84.950000'])
  })

  it('that is answered each by each goes out as far as the credit goes', async () => {
    const client = await h.addClient({ credit: '40.02' })
    const { entries } = await submit(client, { to: numbers(1_700) }, { atomic: false })
    const paid = entries.filter(({ state }) => state === 'queued').length
    assert.deepEqual([paid, await countOf(client), await h.creditOf(client.clientId)], [800, 800, '0.020000'])
    assert.ok(entries.slice(800).every(({ state, smsId }) => state === 'no-credit' && smsId === 0))
  })

  it('lets small ones pass', async () => {
    const client = await h.addClient()
    const order: string[] = []
    const large = submit(client, { to: numbers(10_000) }).then(() => order.push('large'))
    await h.until(async () => {
      const [row] = await h.engine.sql<{ active: number }[]>`
        select count(*) as active from pg_stat_activity
        where datname = current_database() and application_name like '% accept' and xact_start is not null`
      return row?.active === 1
    }, 'the large one is being stored')
    await submit(client, {}).then(() => order.push('small'))
    await large
    assert.deepEqual(order, ['small', 'large'])
    assert.equal(await countOf(client), 10_001)
  })

  it('finds ids used before, also in its own other statements', async () => {
    const client = await h.addClient({ credit: '100' })
    const destinations = numbers(1_200).map((to, index) => ({ to, messageId: `id-${index}` }))
    const repeated = { to: destinations[0]?.to as string, messageId: 'id-0' }
    const messages = [{ text: 'x', destinations: [...destinations, repeated] }]
    const { entries } = await submit(client, {}, { messages })
    assert.equal(entries.at(-1)?.smsId, entries[0]?.smsId)
    assert.deepEqual([await countOf(client), await h.creditOf(client.clientId)], [1_200, '40.000000'])
  })
})

describe('a long text to many recipients', () => {
  it('is stored once and read everywhere', async () => {
    const client = await h.addClient()
    const text = 'ö'.repeat(39_000)
    const { entries } = await submit(client, { to: numbers(10_000), text })
    const [row] = await h.engine.sql<{ texts: number; own: number; body: string }[]>`
      select (select count(*) from message_text) as texts, count(body) as own,
        (select body from message_text limit 1) as body
      from message where client_id = ${client.clientId}`
    assert.deepEqual([row?.texts, row?.own, row?.body === text], [1, 0, true])
    const { records } = await h.reports.find(client, { smsId: entries[7_000]?.smsId as number, limit: 1 })
    assert.equal(records[0]?.text, text)
  })

  it('keeps to itself when it is short or has one recipient', async () => {
    const client = await h.addClient()
    await submit(client, { to: numbers(20), text: 'a'.repeat(299) })
    await submit(client, { to: numbers(1), text: 'a'.repeat(2_000) })
    const [row] = await h.engine.sql<{ own: number }[]>`
      select count(body) as own from message where client_id = ${client.clientId} and text_id is null`
    assert.equal(row?.own, 21)
  })

  it('is recognised in a resend', async () => {
    const client = await h.addClient()
    const destinations = numbers(3).map((to) => ({ to, messageId: `m-${to}` }))
    const messages = [{ text: 'b'.repeat(500), destinations }]
    const first = await submit(client, {}, { messages })
    const again = await submit(client, {}, { messages })
    assert.deepEqual(
      again.entries.map(({ smsId }) => smsId),
      first.entries.map(({ smsId }) => smsId),
    )
  })
})
