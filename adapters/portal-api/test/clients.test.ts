import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Caller, type KeyCaller, withCallers } from './support/key-caller.ts'

async function addClient({ ask }: KeyCaller, body: object): Promise<number> {
  return (await ask('operator', 'POST', '/clients', body)).json.clientId
}

describe('clients', () => {
  const FOR_THEM = [
    ['GET', '/clients', undefined],
    ['POST', '/clients', { name: 'New' }],
    ['PATCH', '/clients/1001', { name: 'New' }],
    ['POST', '/clients/1001/credit', { amount: '1' }],
    ['POST', '/clients/1001/channels', { sender: 'Acme' }],
  ] as const
  for (const [method, path, body] of FOR_THEM)
    test(`${method} ${path} is for operators`, async () => {
      await withCallers(async ({ ask }) => {
        for (const who of ['user', 'admin', 'stranger'] as const)
          assert.deepEqual((await ask(who, method, path, body)).json.code, 'not-allowed')
      })
    })

  const SEEN: readonly (readonly [Caller, client: number, ledger: number])[] = [
    ['operator', 200, 200],
    ['admin', 200, 200],
    ['user', 200, 403],
    ['stranger', 404, 404],
  ]
  for (const [who, client, ledger] of SEEN)
    test(`${who}: the client itself ${client}, its ledger ${ledger}`, async () => {
      await withCallers(async ({ ask, kit }) => {
        const path = `/clients/${kit.account.clientId}`
        assert.deepEqual(
          [(await ask(who, 'GET', path)).status, (await ask(who, 'GET', `${path}/ledger`)).status],
          [client, ledger],
        )
      })
    })

  test('are found by part of the name or the beginning of the id, page by page', async () => {
    await withCallers(async (caller) => {
      for (const name of ['Blue Whale', 'blueberry', 'Red']) await addClient(caller, { name })
      const find = async (query: string) => (await caller.ask('operator', 'GET', `/clients?${query}`)).json
      const names = (page: { records: { name: string }[] }) => page.records.map(({ name }) => name)
      const first = await find('search=BLUE&limit=1')
      assert.deepEqual([names(first), first.total], [['Blue Whale'], 2])
      const second = await find(`search=BLUE&limit=1&cursor=${first.next}`)
      assert.deepEqual([names(second), second.next, second.total], [['blueberry'], null, 2])
      assert.deepEqual(names(await find(`search=${first.next}`)), ['Blue Whale'])
      assert.deepEqual(names(await find('search=nobody')), [])
      assert.deepEqual(names(await find(`clientIds=${first.next}&clientIds=999999`)), ['Blue Whale'])
    })
  })

  test('are added with credit, changed, and given more: the ledger has who did it and why', async () => {
    await withCallers(async (caller) => {
      const { ask } = caller
      const clientId = await addClient(caller, { name: 'Prepaid', credit: '5', price: '0.5', country: 'DE' })
      const changed = await ask('operator', 'PATCH', `/clients/${clientId}`, { name: 'Acme', rateLimit: 7 })
      assert.deepEqual([changed.json.name, changed.json.rateLimit, changed.json.country], ['Acme', 7, 'DE'])
      const credited = await ask('operator', 'POST', `/clients/${clientId}/credit`, {
        amount: '2.5',
        note: 'Invoice 17',
      })
      assert.equal(credited.json.credit, '7.500000')
      const { records, next } = (await ask('operator', 'GET', `/clients/${clientId}/ledger`)).json
      assert.deepEqual([records.length, records[0].balance, next], [1, '7.500000', null])
      assert.deepEqual(
        records[0].changes.map(({ amount, reason, note }: Record<string, unknown>) => [amount, reason, note]),
        [
          ['2.500000', 'top-up', 'Invoice 17'],
          ['5.000000', 'opening', null],
        ],
      )
      assert.match(records[0].changes[0].by, /^operator@/)
    })
  })

  test('are added with a channel, a user and a key at once; each act is noted, no secret is', async () => {
    await withCallers(async ({ ask }) => {
      const body = { name: 'All', credit: '5', number: '27821119998', email: 'ann@all.example', withKey: true }
      const { status, json } = await ask('operator', 'POST', '/clients', body)
      const { clientId, channel, user, key } = json
      assert.deepEqual([status, channel.securityKey.length, key.apiKey.length], [200, 64, 40])
      const users = (await ask('operator', 'GET', `/users?client=${clientId}`)).json.records
      assert.deepEqual(
        users.map(({ userId, email, role }: Record<string, unknown>) => [userId, email, role]),
        [[user.userId, 'ann@all.example', 'admin']],
      )
      const log = (await ask('operator', 'GET', `/audit-log?client=${clientId}`)).json.records
      assert.deepEqual(log.map(({ action }: { readonly action: string }) => action).sort(), [
        'channel-added',
        'client-added',
        'key-added',
        'user-added',
      ])
      for (const secret of [channel.securityKey, user.password, key.apiKey])
        assert.ok(!JSON.stringify(log).includes(secret))
      const bare = await ask('operator', 'POST', '/clients', { name: 'Bare' })
      assert.deepEqual(bare.json, { clientId: bare.json.clientId, channel: null, user: null, key: null })
    })
  })

  test('are given a channel, whose key is shown once', async () => {
    await withCallers(async (caller) => {
      const clientId = await addClient(caller, { name: 'New' })
      const path = `/clients/${clientId}/channels`
      const added = await caller.ask('operator', 'POST', path, { number: '27821119999' })
      assert.deepEqual([added.status, added.json.securityKey.length], [200, 64])
      const again = await caller.ask('operator', 'POST', path, { number: '27821119999' })
      assert.deepEqual([again.status, again.json.code], [409, 'channel-taken'])
      const { records } = (await caller.ask('operator', 'GET', `/channels?client=${clientId}`)).json
      assert.ok(!JSON.stringify(records).includes(added.json.securityKey))
    })
  })

  const REFUSED: readonly (readonly [string, 'POST' | 'PATCH', string, object])[] = [
    ['a client without a name', 'POST', '/clients', {}],
    ['a field that there is not', 'POST', '/clients', { name: 'New', colour: 'red' }],
    ['an amount that is a number', 'POST', '/clients', { name: 'New', credit: 5 }],
    ['more requests than none', 'PATCH', '/clients/1001', { rateLimit: 0 }],
    ['a note that is a book', 'POST', '/clients/1001/credit', { amount: '1', note: 'x'.repeat(201) }],
    ['credit without an amount', 'POST', '/clients/1001/credit', {}],
  ]
  for (const [what, method, path, body] of REFUSED)
    test(`refuse ${what}`, async () => {
      await withCallers(async ({ ask }) => {
        const { status, json } = await ask('operator', method, path, body)
        assert.deepEqual([status, json.category], [400, 'invalid'])
      })
    })
})
