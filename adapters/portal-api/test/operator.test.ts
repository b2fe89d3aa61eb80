import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Network } from '@heliograph/contracts'
import { type Caller, type KeyCaller, withCallers } from './support/key-caller.ts'

/** Requests that only operators may make. */
const FOR_OPERATORS: readonly (readonly [method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object])[] = [
  ['GET', '/operator/links'],
  ['GET', '/operator/links/hours'],
  ['POST', '/operator/links/net/main/pause'],
  ['POST', '/operator/links/net/main/resume'],
  ['GET', '/operator/routing'],
  ['GET', '/operator/routing/explain?to=27821110001&clientId=1'],
  ['GET', '/operator/instances'],
  ['GET', '/operator/queues'],
  ['GET', '/operator/nodes'],
  ['GET', '/operator/holds'],
  ['PUT', '/operator/holds/deployment', {}],
  ['DELETE', '/operator/holds/deployment'],
  ['GET', '/operator/unknown'],
  ['GET', '/operator/unknown/messages'],
  ['POST', '/operator/unknown/decide', { decision: 'sent' }],
  ['GET', '/operator/unmatched/receipts'],
  ['GET', '/operator/unmatched/incoming'],
]

describe('the operator', () => {
  for (const [method, path, body] of FOR_OPERATORS)
    test(`alone may ${method} ${path}`, async () => {
      await withCallers(async ({ ask }) => {
        for (const who of ['user', 'admin', 'stranger'] as const)
          assert.deepEqual((await ask(who, method, path, body)).json.code, 'not-allowed')
        assert.ok((await ask('operator', method, path, body)).status < 300)
      })
    })

  test('pauses a link and resumes it', async () => {
    await withCallers(async ({ ask }) => {
      const pauseOf = async () => (await ask('operator', 'GET', '/operator/links')).json.records[0].pause
      assert.equal(await pauseOf(), null)
      assert.equal((await ask('operator', 'POST', '/operator/links/net/main/pause')).status, 204)
      assert.match((await pauseOf()).by, /^operator@/)
      assert.equal((await ask('operator', 'POST', '/operator/links/net/main/resume')).status, 204)
      assert.equal(await pauseOf(), null)
      const none = await ask('operator', 'POST', '/operator/links/net/none/pause')
      assert.deepEqual([none.status, none.json.code], [404, 'link-not-found'])
    })
  })

  test('is told why messages wait: on a route, and by the explanation of a number', async () => {
    await withCallers(async ({ ask }) => {
      const paused = { link: 'net/main', obstacle: 'paused', detail: null }
      const noLink = { kind: 'no-link', route: 'default', links: [paused] }
      const explain = () => ask('operator', 'GET', '/operator/routing/explain?to=27821110001&clientId=1001')
      const queues = (query = '') => ask('operator', 'GET', `/operator/queues${query}`)
      assert.deepEqual((await explain()).json.causes, [])
      assert.deepEqual((await queues('?onlyClosed=true')).json.records, [])
      await ask('operator', 'POST', '/operator/links/net/main/pause')
      assert.deepEqual((await explain()).json.causes, [noLink])
      for (const query of ['', '?onlyClosed=true'])
        assert.deepEqual((await queues(query)).json.records, [
          { route: 'default', links: [paused], waiting: [], causes: [noLink] },
        ])
    })
  })

  test('puts sending on hold, and lets it go on', async () => {
    await withCallers(async ({ ask }) => {
      const held = async () =>
        (await ask('operator', 'GET', '/operator/holds')).json.records.map(({ at, ...hold }: { at: string }) => hold)
      assert.equal((await ask('operator', 'PUT', '/operator/holds/deployment?name=x', {})).status, 204)
      const reason = 'the network asked for it'
      assert.equal((await ask('operator', 'PUT', '/operator/holds/route?name=default', { reason })).status, 204)
      assert.deepEqual(await held(), [
        { kind: 'deployment', name: '', reason: '' },
        { kind: 'route', name: 'default', reason },
      ])
      for (const path of ['deployment', 'route?name=default', 'route?name=default'])
        assert.equal((await ask('operator', 'DELETE', `/operator/holds/${path}`)).status, 204)
      assert.deepEqual(await held(), [])
      for (const [path, status, code] of [
        ['route?name=none', 404, 'route-not-found'],
        ['client?name=999999', 404, 'client-not-found'],
        ['network?name=x', 400, 'invalid-request'],
      ] as const) {
        const { status: answered, json } = await ask('operator', 'PUT', `/operator/holds/${path}`, {})
        assert.deepEqual([answered, json.code], [status, code], path)
      }
    })
  })

  const DECISIONS = [
    ['sent', 'submitted'],
    ['failed', 'cancelled'],
    ['resend', 'queued'],
  ] as const
  for (const [decision, state] of DECISIONS)
    test(`decides about messages of unknown outcome: ${decision}`, async () => {
      await withCallers(async ({ ask, kit: { account, engine } }) => {
        const body = { recipients: ['27821110001', '27821110002'], text: 'Hello' }
        const sent = (await ask('user', 'POST', '/send', body)).json
        const smsIds = engine.messages.map(({ smsId }) => smsId)
        assert.equal(smsIds.length, 2, JSON.stringify(sent))
        for (const smsId of smsIds) engine.move(smsId, 'unknown')
        const { json } = await ask('operator', 'GET', `/operator/unknown?clientId=${account.clientId}`)
        assert.deepEqual(
          json.records.map(({ clientId, route, messages }: Record<string, unknown>) => [clientId, route, messages]),
          [[account.clientId, 'default', 2]],
        )
        const first = (await ask('operator', 'GET', '/operator/unknown/messages?limit=1')).json.records
        assert.deepEqual(
          first.map(({ to, route, link }: Record<string, unknown>) => [to, route, link]),
          [['27821110001', 'default', 'net/main']],
        )
        const decide = async (filter: object) =>
          (await ask('operator', 'POST', '/operator/unknown/decide', { decision, ...filter })).json.messages
        assert.equal(await decide({ route: 'other' }), 0)
        assert.equal(await decide({ route: 'default', clientId: account.clientId }), 2)
        assert.equal(await decide({}), 0)
        assert.deepEqual(
          smsIds.map((smsId) => engine.message(smsId).state),
          [state, state],
        )
      })
    })

  test('sees the last PDUs of a link', async () => {
    await withCallers(async ({ ask }) => {
      const { json } = await ask('operator', 'GET', '/operator/links')
      const [{ at, command, direction, octets }] = json.records[0].pdus
      assert.ok(new Date(at).getTime() > 0)
      assert.deepEqual([command, direction, octets], ['enquire_link', 'out', '00000010000000150000000000000007'])
    })
  })

  test('has a number explained, and is told what is no number', async () => {
    await withCallers(async ({ ask }) => {
      const explain = (query: string) => ask('operator', 'GET', `/operator/routing/explain?${query}`)
      const { json } = await explain('to=%2B27821110001&clientId=1001&priority=BULK&parts=2')
      assert.deepEqual([json.to, json.country, json.route, json.rules], ['27821110001', 'ZA', 'default', []])
      assert.deepEqual(json.groups, [[{ link: 'net/main', weight: 1, share: 1 }]])
      for (const query of ['clientId=1', 'to=nobody&clientId=1', 'to=27821110001&clientId=1&priority=URGENT'])
        assert.equal((await explain(query)).status, 400, query)
    })
  })

  test('sees instances with health, and no secret of their configuration', async () => {
    await withCallers(async ({ ask }) => {
      const { json } = await ask('operator', 'GET', '/operator/instances')
      const [instance] = json.records
      assert.deepEqual(
        [json.node, instance.module.kind, instance.health],
        ['memory', 'plugin', { status: 'ok', reason: null }],
      )
      assert.deepEqual(instance.configuration, { password: '[redacted]' })
    })
  })

  test('sees what belongs to nobody, page by page', async () => {
    await withCallers(async ({ ask, kit }) => {
      const network = kit.engine.service(Network)
      const at = new Date(kit.clock.now())
      for (const n of [1, 2, 3]) {
        const receipt = {
          carrier: 'net',
          networkId: `lost-${n}`,
          status: 'delivered',
          networkStatus: 'DELIVRD',
        } as const
        await network.receipt({ ...receipt, errorId: null, doneAt: at })
        const sms = { carrier: 'net', link: 'main', from: '27831234567', to: '99999', text: `<b>${n}</b>` } as const
        await network.incoming({ ...sms, encoding: 'gsm', mayBeRepeated: false, receivedAt: at })
      }
      for (const [what, field, values] of [
        ['receipts', 'networkId', ['lost-3', 'lost-2', 'lost-1']],
        ['incoming', 'text', ['<b>3</b>', '<b>2</b>', '<b>1</b>']],
      ] as const) {
        const first = (await ask('operator', 'GET', `/operator/unmatched/${what}?limit=2`)).json
        const second = (await ask('operator', 'GET', `/operator/unmatched/${what}?limit=2&cursor=${first.next}`)).json
        const shown = [...first.records, ...second.records].map((record: Record<string, unknown>) => record[field])
        assert.deepEqual([shown, second.next], [values, null])
      }
    })
  })
})

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

  test('are added with credit, changed, and given more: the ledger tells by whom and why', async () => {
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
