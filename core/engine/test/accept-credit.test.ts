import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { GatewayError, Principal, SubmitRequest } from '@heliograph/contracts'
import { type Harness, makeRequest, startEngine } from './support/engine-harness.ts'

let h: Harness
before(async () => {
  h = await startEngine()
})
after(() => h.close())

const numbers = (count: number) => Array.from({ length: count }, (_, n) => `2782${String(n).padStart(7, '0')}`)

const submit = (client: Principal, message: Parameters<typeof makeRequest>[0], request?: Partial<SubmitRequest>) =>
  h.engine.submissions.submit(client, makeRequest(message, request))

async function storedFor(client: Principal): Promise<{ messages: number; price: string | null; jobs: number }> {
  const [row] = await h.engine.sql<{ messages: number; price: string | null; jobs: number }[]>`
    select count(*) as messages, sum(price) as price,
      (
        select count(*) from batch, unnest(batch.sms_ids) as id
        where id in (select sms_id from message where client_id = ${client.clientId})
      ) as jobs
    from message where client_id = ${client.clientId}`
  return row as { messages: number; price: string | null; jobs: number }
}

const isNoCredit = (error: GatewayError) => error.category === 'forbidden' && error.code === 'no-credit'

describe('the price of messages', () => {
  const rows = [
    { name: 'one part', price: '0.05', text: 'hello', to: 1, credit: '10', left: '9.950000', each: '0.050000' },
    // spec: Limits | rule | each part is charged -> is debited to the last digit: three parts to seven
    {
      name: 'three parts to seven',
      price: '0.1',
      text: 'a'.repeat(400),
      to: 7,
      credit: '10',
      left: '7.900000',
      each: '0.300000',
    },
    {
      name: 'a millionth',
      price: '0.000001',
      text: 'x',
      to: 3,
      credit: '0.000003',
      left: '0.000000',
      each: '0.000001',
    },
    { name: 'no binary fraction', price: '0.1', text: 'x', to: 3, credit: '0.3', left: '0.000000', each: '0.100000' },
    {
      name: 'more digits than a double has',
      price: '0.000001',
      text: 'x',
      to: 1,
      credit: '123456789012',
      left: '123456789011.999999',
      each: '0.000001',
    },
    { name: 'free', price: '0', text: 'x', to: 2, credit: '0', left: '0.000000', each: '0.000000' },
  ]
  for (const { name, price, text, to, credit, left, each } of rows) {
    it(`is debited to the last digit: ${name}`, async () => {
      const client = await h.addClient({ price, credit })
      await submit(client, { text, to: numbers(to) })
      assert.equal(await h.creditOf(client.clientId), left)
      const prices = await h.engine.sql<{ price: string; currency: string }[]>`
        select distinct price, currency from message where client_id = ${client.clientId}`
      assert.deepEqual([...prices], [{ price: each, currency: 'ZAR' }])
    })
  }

  it('is noted but not debited without a limit', async () => {
    const client = await h.addClient({ price: '0.05' })
    await submit(client, { to: numbers(3) })
    assert.equal(await h.creditOf(client.clientId), null)
    assert.equal((await storedFor(client)).price, '0.150000')
  })
})

describe('too little credit', () => {
  // spec: v2 REST | status | 403: insufficient credits
  it('refuses an atomic request as a whole and stores nothing', async () => {
    const client = await h.addClient({ credit: '0.14' })
    await assert.rejects(submit(client, { to: numbers(3) }), isNoCredit)
    assert.deepEqual(await storedFor(client), { messages: 0, price: null, jobs: 0 })
    assert.equal(await h.creditOf(client.clientId), '0.140000')
  })

  it('does not keep the message ids of the refused request', async () => {
    const client = await h.addClient({ credit: '0.05' })
    const messages = ['a', 'b'].map((messageId) => ({ text: 'x', destinations: [{ to: '27821110001', messageId }] }))
    await assert.rejects(submit(client, {}, { messages }), isNoCredit)
    const { entries } = await submit(client, {}, { messages: messages.slice(0, 1) })
    assert.equal(entries[0]?.state, 'queued')
  })

  for (const { credit, paid } of [
    { credit: '0.00', paid: 0 },
    { credit: '0.05', paid: 1 },
    { credit: '0.34', paid: 6 },
    { credit: '0.50', paid: 10 },
  ]) {
    it(`answers each destination of another request: ${credit} pays the first ${paid} of 10`, async () => {
      const client = await h.addClient({ credit })
      const { entries } = await submit(client, { to: numbers(10) }, { atomic: false })
      assert.deepEqual(
        entries.map(({ state, smsId }) => [state, smsId > 0]),
        entries.map((_, index) => (index < paid ? ['queued', true] : ['no-credit', false])),
      )
      const { messages, jobs } = await storedFor(client)
      assert.deepEqual([messages, jobs], [paid, paid])
    })
  }

  it('of one client does not concern those that share its commit', async () => {
    const [poor, rich, unlimited] = await Promise.all([
      h.addClient({ credit: '0.05' }),
      h.addClient({ credit: '100' }),
      h.addClient(),
    ])
    const results = await Promise.allSettled([
      submit(rich, { to: numbers(5) }),
      submit(poor, { to: numbers(2) }),
      submit(unlimited, { to: numbers(5) }),
      submit(poor, {}),
      submit(poor, { to: numbers(2) }),
      submit(rich, { to: numbers(5) }),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(
      [await h.creditOf(poor.clientId), await h.creditOf(rich.clientId), (await storedFor(unlimited)).messages],
      ['0.000000', '99.500000', 5],
    )
  })
})

describe('prepaid under many requests at once', () => {
  it('200 requests on credit for 137: exactly 137 are accepted, none twice, nothing left', async () => {
    const client = await h.addClient({ price: '0.07', credit: '9.59' })
    const results = await Promise.allSettled(numbers(200).map((to) => submit(client, { to })))
    const accepted = results.filter((result) => result.status === 'fulfilled')
    for (const result of results) if (result.status === 'rejected') assert.ok(isNoCredit(result.reason))
    assert.equal(accepted.length, 137)
    assert.equal(await h.creditOf(client.clientId), '0.000000')
    assert.deepEqual(await storedFor(client), { messages: 137, price: '9.590000', jobs: 137 })
  })

  it('two nodes, several clients: what is stored is what was paid', async () => {
    const second = await startEngine({ joinTo: h })
    const clients = await Promise.all([1, 2, 3, 4].map(() => h.addClient({ price: '0.1', credit: '5' })))
    const sends = Array.from({ length: 120 }, (_, index) => {
      const engine = index % 2 === 0 ? h.engine : second.engine
      // Neighbouring commits of the two nodes take the clients in different orders.
      const client = clients[(index * (index % 2 === 0 ? 1 : 3)) % clients.length] as Principal
      return engine.submissions.submit(client, makeRequest({ to: numbers(1 + (index % 3)) }, { atomic: false }))
    })
    const results = await Promise.allSettled(sends)
    await second.close()
    assert.deepEqual(
      results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
      [],
    )
    for (const client of clients) {
      const { messages, jobs } = await storedFor(client)
      const left = await h.creditOf(client.clientId)
      assert.equal(messages, Math.round((5 - Number(left)) * 10))
      assert.equal(jobs, messages)
      assert.ok(Number(left) >= 0)
    }
  })
})
