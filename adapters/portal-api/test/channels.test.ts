import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MailError } from '@heliograph/contracts'
import { type KeyCaller, withCallers } from './support/key-caller.ts'

const pathOf = ({ kit }: KeyCaller) => `/channels/${kit.account.channel.channelId}`
const clientOf = ({ kit }: KeyCaller) => `?client=${kit.account.clientId}`

const give = ({ ask, kit }: KeyCaller, number: string) =>
  ask('operator', 'POST', `/clients/${kit.account.clientId}/outgoing-numbers`, { number })

/** Every setting with a value of its own. */
const SETTINGS = {
  enabled: false,
  outgoingNumber: '27830000001',
  forwardEmail: 'desk@acme.example',
  forwardMobile: '27821234567',
  autoResponse: 'We will call you',
  incomingHandler: 'soap',
  incomingUrl: 'https://acme.example/incoming',
  dlrUrl: 'https://acme.example/dlr',
  optOutUrl: 'https://acme.example/out',
  optInUrl: 'https://acme.example/in',
  blacklistResponse: 'Gone',
  whitelistResponse: 'Back',
  keywordMatch: 'exact',
  optOutLinkBase: 'https://acme.example/stop/',
  optInLinkBase: '',
}

describe('channels', () => {
  test('are listed and shown without a secret', async () => {
    await withCallers(async (caller) => {
      const { channel } = caller.kit.account
      const list = await caller.ask('admin', 'GET', '/channels')
      assert.equal(list.json.next, null)
      assert.deepEqual(
        list.json.records.map((each: { channelId: number; address: string }) => [each.channelId, each.address]),
        [[channel.channelId, channel.address]],
      )
      const one = await caller.ask('admin', 'GET', pathOf(caller))
      assert.deepEqual(one.json, list.json.records[0])
      assert.deepEqual(one.json.secrets.securityKey, { isSet: true, previousUntil: null })
    })
  })

  for (const [name, value] of Object.entries(SETTINGS)) {
    test(`${name} is changed alone`, async () => {
      await withCallers(async (caller) => {
        const before = (await caller.ask('admin', 'GET', pathOf(caller))).json
        if (name === 'outgoingNumber') await give(caller, String(value))
        const changed = await caller.ask('admin', 'PATCH', pathOf(caller), { [name]: value })
        assert.deepEqual([changed.status, changed.json], [200, { ...before, [name]: value }])
        assert.deepEqual((await caller.ask('admin', 'GET', pathOf(caller))).json, changed.json)
      })
    })
  }

  test("another client's number is refused to an admin, by the field, with those that it may choose", async () => {
    await withCallers(async (caller) => {
      const { account, stranger } = caller.kit
      await give(caller, '27830000002')
      const body = { outgoingNumber: stranger.channel.address }
      const { status, json } = await caller.ask('admin', 'PATCH', pathOf(caller), body)
      assert.deepEqual([status, json.code], [400, 'invalid-settings'])
      const { records } = (await caller.ask('admin', 'GET', '/outgoing-numbers')).json
      const numbers = records.map(({ number }: { number: string }) => number)
      assert.deepEqual(numbers, [account.channel.address, '27830000002'].sort())
      for (const number of numbers) assert.ok(json.details.outgoingNumber.includes(number))
      assert.equal((await caller.ask('admin', 'GET', pathOf(caller))).json.outgoingNumber, null)
    })
  })

  const REFUSED: readonly (readonly [name: string, body: unknown, field: string])[] = [
    ['a field that there is not', { secret: 'x' }, 'secret'],
    ['a handler that there is not', { incomingHandler: 'fax' }, 'incomingHandler'],
    ['a number where text belongs', { dlrUrl: 7 }, 'dlrUrl'],
    ['a URL that is too long', { dlrUrl: `https://acme.example/${'x'.repeat(2_048)}` }, 'dlrUrl'],
    ['half a character', { autoResponse: '\ud800' }, 'autoResponse'],
  ]
  for (const [name, body, field] of REFUSED) {
    test(`${name} is refused by name`, async () => {
      await withCallers(async (caller) => {
        const { status, json } = await caller.ask('admin', 'PATCH', pathOf(caller), body)
        assert.deepEqual([status, json.code], [400, 'invalid-request'])
        assert.match(JSON.stringify(json.details), new RegExp(field))
      })
    })
  }

  test('are there for those who keep them, and for operators who act for the client', async () => {
    await withCallers(async (caller) => {
      const path = pathOf(caller)
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { autoResponse: 'x' }],
      ] as const) {
        assert.equal((await caller.ask('user', method, path, body)).status, 403)
        assert.equal((await caller.ask('stranger', method, path, body)).status, 404)
        assert.equal((await caller.ask('operator', method, path, body)).status, 404)
        assert.equal((await caller.ask('operator', method, `${path}${clientOf(caller)}`, body)).status, 200)
      }
      assert.equal((await caller.ask('admin', 'GET', '/channels/0')).status, 400)
      assert.equal((await caller.ask('admin', 'GET', '/channels/999999')).status, 404)
    })
  })
})

describe('secrets of a channel', () => {
  test('a security key is shown once, and the one before goes on for a while', async () => {
    await withCallers(async (caller) => {
      const { status, json } = await caller.ask('admin', 'POST', `${pathOf(caller)}/security-key`, { overlapHours: 2 })
      assert.deepEqual([status, json.securityKey.length], [200, 64])
      const until = new Date(caller.kit.clock.now() + 2 * 3_600_000).toISOString()
      assert.equal(json.previousUntil, until)
      const shown = (await caller.ask('admin', 'GET', pathOf(caller))).json
      assert.deepEqual(shown.secrets.securityKey, { isSet: true, previousUntil: until })
      assert.ok(!JSON.stringify(shown).includes(json.securityKey))
    })
  })

  test('a shared secret is generated, taken as given, or taken away', async () => {
    await withCallers(async (caller) => {
      const put = async (kind: string, body: object) =>
        (await caller.ask('admin', 'PUT', `${pathOf(caller)}/secrets/${kind}`, body)).json
      const state = async () => (await caller.ask('admin', 'GET', pathOf(caller))).json.secrets
      assert.equal((await put('opt-out', {})).secret.length, 64)
      assert.equal(
        (await put('opt-in', { secret: 'our own long secret', overlapHours: 0 })).secret,
        'our own long secret',
      )
      assert.deepEqual((await state()).optIn, { isSet: true, previousUntil: null })
      assert.equal((await put('opt-in', { secret: null, overlapHours: 0 })).secret, null)
      assert.deepEqual((await state()).optIn, { isSet: false, previousUntil: null })
      assert.equal((await put('delivery', {})).code, 'invalid-request')
      for (const secret of ['', 'x'.repeat(15), 'x'.repeat(201)])
        assert.equal((await put('opt-in', { secret })).code, 'invalid-request')
      assert.equal((await put('opt-in', { overlapHours: 721 })).code, 'invalid-request')
    })
  })

  test('are for those who keep the channel', async () => {
    await withCallers(async (caller) => {
      for (const path of [`${pathOf(caller)}/security-key`, `${pathOf(caller)}/secrets/opt-in`]) {
        const method = path.endsWith('key') ? 'POST' : 'PUT'
        assert.equal((await caller.ask('user', method, path, {})).status, 403)
        assert.equal((await caller.ask('stranger', method, path, {})).status, 404)
      }
    })
  })
})

describe('trying a channel out', () => {
  test('a mail goes to the address that SMS are forwarded to', async () => {
    await withCallers(async (caller) => {
      const path = `${pathOf(caller)}/mail-test`
      assert.equal((await caller.ask('admin', 'POST', path)).json.code, 'no-forward-email')
      await caller.ask('admin', 'PATCH', pathOf(caller), { forwardEmail: SETTINGS.forwardEmail })
      const { status, json } = await caller.ask('admin', 'POST', path)
      assert.deepEqual([status, json.to, json.failure, json.detail], [200, SETTINGS.forwardEmail, null, null])
      assert.deepEqual(
        caller.kit.engine.mails.map(({ to, subject }) => [to, subject]),
        [[SETTINGS.forwardEmail, json.subject]],
      )
    })
  })

  test('why a mail was not taken is reported, in full to operators', async () => {
    await withCallers(async (caller) => {
      await caller.ask('admin', 'PATCH', pathOf(caller), { forwardEmail: SETTINGS.forwardEmail })
      const { engine } = caller.kit
      for (const [who, detail] of [
        ['admin', null],
        ['operator', '550 relay-7.internal: no such box'],
      ] as const) {
        engine.failNext(new MailError('permanent', '550 relay-7.internal: no such box'), 'mail')
        const query = who === 'operator' ? clientOf(caller) : ''
        const { json } = await caller.ask(who, 'POST', `${pathOf(caller)}/mail-test${query}`)
        assert.deepEqual([json.failure, json.detail], ['permanent', detail])
      }
    })
  })
})
