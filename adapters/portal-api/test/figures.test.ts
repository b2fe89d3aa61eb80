import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PRIORITIES, type Principal, Submissions } from '@heliograph/contracts'
import { periodBefore } from '../src/endpoints/figures/period.ts'
import { subtractAmounts } from '../src/endpoints/sending/money.ts'
import { type EngineCaller, shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

const DAY_MS = 86_400_000

async function send({ kit }: EngineCaller, to: string, who: Principal = kit.account.principal): Promise<number> {
  const request = { origin: 'v2', priority: PRIORITIES.HIGH, numbers: 'international', atomic: true } as const
  const messages = [{ destinations: [{ to }], text: 'hello' }]
  const { entries } = await kit.service(Submissions).submit(who, { ...request, messages })
  return entries[0]?.smsId as number
}

describe('figures of a period', () => {
  /** Today, as a period, in the query. */
  const today = ({ kit }: EngineCaller, more = '') => {
    const day = (offset: number) => new Date(kit.clock.now() + offset * DAY_MS).toISOString().slice(0, 10)
    return `from=${day(0)}&until=${day(1)}${more}`
  }

  test('are those of the own client, by step, beside those of the period before', async () => {
    await withCallers(async (caller) => {
      const { report, stranger, world } = caller.kit
      const ids = [
        await send(caller, '27831110001'),
        await send(caller, '27831110002'),
        await send(caller, '27821110003'),
      ]
      await send(caller, '27821110004', stranger.principal)
      await report(ids[0] as number, 'delivered')
      await report(ids[1] as number, 'undeliverable')
      await world.counted()
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
        await caller.kit.world.counted()
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
      const { account, world } = caller.kit
      const divided = async (by: string): Promise<readonly { key: string; name: unknown; messages: number }[]> => {
        await world.counted()
        return (await caller.ask('operator', 'GET', `/figures?${today(caller, `&everyClient=true&by=${by}`)}`)).json
          .divisions
      }
      const overLink = async () => (await divided('link')).reduce((sum, { messages }) => sum + messages, 0)
      const before = await overLink()
      await world.submitted(await send(caller, '27831110001'))
      await send(caller, '27821110002')
      const client = (await divided('client')).find(({ key }) => key === String(account.clientId))
      assert.deepEqual([typeof client?.name, client?.messages], ['string', 2])
      assert.equal((await overLink()) - before, 1)
      for (const by of ['client', 'link'])
        assert.equal((await caller.ask('admin', 'GET', `/figures?${today(caller, `&by=${by}`)}`)).status, 403)
    })
  })

  test('have replies, opt-outs, and how long messages took to the handset', async () => {
    await withCallers(async (caller) => {
      const { account, report, world } = caller.kit
      const { clientId } = account
      const sent = [await send(caller, '27831110001'), await send(caller, '27831110002')]
      for (const smsId of sent) await report(smsId, 'delivered', new Date(Date.now() + 4_000))
      await caller.ask('user', 'POST', '/contacts/27831110002/status', { status: 'opted-out' })
      await world.counted()
      const { json } = await caller.ask('user', 'GET', `/figures?${today(caller)}`)
      for (const figures of [json.total, json.steps[0]]) {
        const { replies, replyRate, optOuts, optOutRate, handsetP50Ms, handsetP90Ms } = figures
        assert.deepEqual([replies, replyRate, optOuts, optOutRate], [0, 0, 1, 0.5], String(clientId))
        // Durations are counted in buckets that each reach a fifth further.
        for (const time of [handsetP50Ms, handsetP90Ms]) assert.ok(time > 3_200 && time < 4_800, `${time}`)
      }
    })
  })

  test('name channels and users', async () => {
    await withCallers(async (caller) => {
      await send(caller, '27821110001')
      await caller.kit.world.counted()
      for (const by of ['channel', 'user']) {
        const { json } = await caller.ask('admin', 'GET', `/figures?${today(caller, `&by=${by}`)}`)
        assert.equal(typeof json.divisions[0].name, 'string', by)
      }
    })
  })

  test('are of all clients for operators that ask for it, without a cost', async () => {
    await withCallers(async (caller) => {
      const everyClient = async (who: 'operator' | 'admin') => {
        await caller.kit.world.counted()
        return (await caller.ask(who, 'GET', `/figures?${today(caller, '&everyClient=true')}`)).json
      }
      const before = await everyClient('operator')
      await send(caller, '27821110001')
      await send(caller, '27821110002', caller.kit.stranger.principal)
      const all = await everyClient('operator')
      assert.deepEqual([all.total.messages - before.total.messages, all.total.cost, all.currency], [2, null, null])
      assert.equal((await everyClient('admin')).total.messages, 1)
    })
  })

  test('are a file', async () => {
    await withCallers(async (caller) => {
      await send(caller, '27821110001')
      await caller.kit.world.counted()
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
