import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PRIORITIES, type Principal, Submissions } from '@heliograph/contracts'
import { periodBefore } from '../src/endpoints/figures/period.ts'
import { subtractAmounts } from '../src/endpoints/sending/money.ts'
import { type KeyCaller, withCallers } from './support/key-caller.ts'

const DAY_MS = 86_400_000

async function send({ kit }: KeyCaller, to: string, who: Principal = kit.account.principal): Promise<number> {
  const request = { origin: 'v2', priority: PRIORITIES.HIGH, numbers: 'international', atomic: true } as const
  const messages = [{ destinations: [{ to }], text: 'hello' }]
  const { entries } = await kit.engine.service(Submissions).submit(who, { ...request, messages })
  return entries[0]?.smsId as number
}

describe('figures of a period', () => {
  /** Today, as a period, in the query. */
  const today = ({ kit }: KeyCaller, more = '') => {
    const day = (offset: number) => new Date(kit.clock.now() + offset * DAY_MS).toISOString().slice(0, 10)
    return `from=${day(0)}&until=${day(1)}${more}`
  }

  test('are those of the own client, by step, beside those of the period before', async () => {
    await withCallers(async (caller) => {
      const { engine, stranger, clock } = caller.kit
      const ids = [
        await send(caller, '27821110001'),
        await send(caller, '27821110002'),
        await send(caller, '27821110003'),
      ]
      await send(caller, '27821110004', stranger.principal)
      engine.deliver(ids[0] as number, { at: new Date(clock.now()) })
      engine.move(ids[1] as number, 'submitted')
      engine.move(ids[1] as number, 'undeliverable')
      const { json } = await caller.ask('user', 'GET', `/figures?${today(caller)}`)
      const { messages, ended, delivered, deliveryRate, cost } = json.total
      assert.deepEqual([messages, ended, delivered, deliveryRate], [3, 2, 1, 0.5])
      assert.match(cost, /^\d+\.\d{6}$/)
      assert.deepEqual(
        json.steps.map(({ at, ...figures }: { at: string; messages: number }) => figures.messages),
        [3],
      )
      assert.deepEqual([json.before.total.messages, json.before.total.deliveryRate], [0, null])
      assert.deepEqual([json.divisions, json.isComplete], [[], true])
    })
  })

  for (const [by, key, name] of [
    ['origin', 'v2', null],
    ['calling-code', '27', 'ZA'],
    ['state', 'queued', null],
    ['error', '0', 'No error'],
  ] as const)
    test(`are divided by ${by}`, async () => {
      await withCallers(async (caller) => {
        await send(caller, '27821110001')
        const { json } = await caller.ask('user', 'GET', `/figures?${today(caller, `&by=${by}`)}`)
        assert.deepEqual(
          json.divisions.map((each: { key: string; name: string | null; messages: number }) => [
            each.key,
            each.name,
            each.messages,
          ]),
          [[key, name, 1]],
        )
      })
    })

  test('are divided by client and link for operators alone', async () => {
    await withCallers(async (caller) => {
      const { engine, account } = caller.kit
      engine.move(await send(caller, '27821110001'), 'submitted')
      await send(caller, '27821110002')
      const divided = async (by: string) =>
        (await caller.ask('operator', 'GET', `/figures?${today(caller, `&everyClient=true&by=${by}`)}`)).json.divisions
      const [client] = await divided('client')
      assert.deepEqual([client.key, typeof client.name, client.messages], [String(account.clientId), 'string', 2])
      const links = await divided('link')
      assert.deepEqual(
        links.map(({ messages }: { messages: number }) => messages),
        [1],
      )
      for (const by of ['client', 'link'])
        assert.equal((await caller.ask('admin', 'GET', `/figures?${today(caller, `&by=${by}`)}`)).status, 403)
    })
  })

  test('have replies, opt-outs, and how long messages took to the handset', async () => {
    await withCallers(async (caller) => {
      const { account, clock, engine } = caller.kit
      const { clientId } = account
      const sent = [await send(caller, '27821110001'), await send(caller, '27821110002')]
      for (const smsId of sent) engine.deliver(smsId, { at: new Date(clock.now() + 4_000) })
      await caller.ask('user', 'POST', '/contacts/27821110002/status', { status: 'opted-out' })
      const { json } = await caller.ask('user', 'GET', `/figures?${today(caller)}`)
      for (const figures of [json.total, json.steps[0]]) {
        const { replies, replyRate, optOuts, optOutRate, handsetP50Ms, handsetP90Ms } = figures
        assert.deepEqual([replies, replyRate, optOuts, optOutRate], [0, 0, 1, 0.5], String(clientId))
        assert.deepEqual([handsetP50Ms, handsetP90Ms], [4_000, 4_000])
      }
    })
  })

  test('name channels and users', async () => {
    await withCallers(async (caller) => {
      await send(caller, '27821110001')
      for (const by of ['channel', 'user']) {
        const { json } = await caller.ask('admin', 'GET', `/figures?${today(caller, `&by=${by}`)}`)
        assert.equal(typeof json.divisions[0].name, 'string', by)
      }
    })
  })

  test('are of all clients for operators that ask for it, without a cost', async () => {
    await withCallers(async (caller) => {
      await send(caller, '27821110001')
      await send(caller, '27821110002', caller.kit.stranger.principal)
      const all = (await caller.ask('operator', 'GET', `/figures?${today(caller, '&everyClient=true')}`)).json
      assert.deepEqual([all.total.messages, all.total.cost, all.currency], [2, null, null])
      const own = (await caller.ask('admin', 'GET', `/figures?${today(caller, '&everyClient=true')}`)).json
      assert.equal(own.total.messages, 1)
    })
  })

  test('are a file', async () => {
    await withCallers(async (caller) => {
      await send(caller, '27821110001')
      const { status, text } = await caller.ask('user', 'GET', `/figures.csv?${today(caller, '&by=origin')}`)
      assert.equal(status, 200)
      const [head, row] = text.split('\r\n')
      assert.equal(head, '\uFEFFfrom,origin,name,messages,parts,ended,delivered,deliveryRate,cost,currency')
      assert.match(row ?? '', /^\d{4}-\d{2}-\d{2},v2,,1,1,0,0,,\d+\.\d{6},[A-Z]{3}$/)
    })
  })

  for (const [name, query, field] of [
    ['a day that does not exist', 'from=2026-02-30&until=2026-03-02', 'from'],
    ['an end before the beginning', 'from=2026-02-03&until=2026-02-03', 'until'],
    ['a period that is too long', 'from=2006-02-03&until=2026-02-03', 'until'],
    ['no period', 'until=2026-02-03', 'from'],
    ['an unknown division', 'from=2026-02-03&until=2026-02-04&by=weather', 'by'],
  ] as const)
    test(`are refused for ${name}`, async () => {
      await withCallers(async (caller) => {
        const { status, json } = await caller.ask('user', 'GET', `/figures?${query}`)
        assert.equal(status, 400)
        assert.ok(field in json.details, JSON.stringify(json))
      })
    })
})

test('the period before ends where the period begins', () => {
  assert.deepEqual(periodBefore({ from: '2026-03-01', until: '2026-03-08' }), {
    from: '2026-02-22',
    until: '2026-03-01',
  })
})

for (const [amount, less, difference] of [
  ['1.000000', '0.250000', '0.750000'],
  ['0.05', '0.050000', '0.000000'],
  ['0', '0', '0'],
  ['0.1', '1', '-0.9'],
] as const)
  test(`${amount} less ${less}`, () => assert.equal(subtractAmounts(amount, less), difference))
