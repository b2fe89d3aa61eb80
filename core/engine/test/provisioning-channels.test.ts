import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findChannels } from '../src/accounts/provisioning/channels.ts'
import { useDatabase } from './support/database-fixture.ts'

const database = useDatabase()

interface Refusal {
  readonly category: string
  readonly details?: Record<string, string>
}

describe('channels', () => {
  async function defaults(clientId: number): Promise<readonly string[]> {
    const rows = await database.sql<{ address: string }[]>`
      select address from channel where client_id = ${clientId} and is_default`
    return rows.map((row) => row.address)
  }

  // spec: Channel settings (portal) | field | security key
  // spec: Channel settings (portal) | limit | security key has 64 characters
  // spec: Authentication | limit | security key of a channel has 64 characters
  test('the first channel is the default until another one is made it', async () => {
    const { clientId } = await database.provisioning.addClient({ name: 'Channels' })
    const first = await database.provisioning.addChannel({ clientId, number: '+27 82 555 0001' })
    await database.provisioning.addChannel({ clientId, sender: 'ACME' })
    assert.deepEqual(await defaults(clientId), ['27825550001'])
    await database.provisioning.addChannel({ clientId, sender: 'NEW', isDefault: true })
    assert.deepEqual(await defaults(clientId), ['NEW'])
    assert.match(first.securityKey, /^[A-Za-z0-9]{64}$/)
    const [row] = await database.sql<{ security_key: Buffer }[]>`
      select security_key from channel where channel_id = ${first.channelId}`
    assert.equal(database.secrets.open(row?.security_key as Buffer), first.securityKey)
  })

  test('one that is found by its id says the same as in the list of its client', async () => {
    const { clientId, channelId } = await database.addAccount()
    await database.provisioning.rotateSecurityKey({ channelId })
    const [listed] = await database.provisioning.listChannels(clientId)
    assert.ok(listed?.secrets.securityKey.previousUntil instanceof Date)
    assert.deepEqual(await findChannels(database.sql, [channelId, channelId + 1_000_000]), [listed])
  })

  test('two first channels at once make one default', async () => {
    const { clientId } = await database.provisioning.addClient({ name: 'Race' })
    await Promise.all(['A1', 'A2', 'A3'].map((sender) => database.provisioning.addChannel({ clientId, sender })))
    assert.equal((await defaults(clientId)).length, 1)
  })

  const ADDRESSES: readonly [Record<string, string>, string | undefined][] = [
    [{ number: '0825550002' }, '27825550002'],
    [{ number: '27825550003' }, '27825550003'],
    // spec: What the service does | rule | a channel may be a numeric shortcode -> address {"number":"31245"} is 31245
    [{ number: '31245' }, '31245'],
    [{ sender: ' Shop 24 ' }, 'Shop 24'],
    // spec: What the service does | rule | a channel may be an alphanumeric sender ID -> address {"sender":"ABCDEFGHIJK"} is ABCDEFGHIJK
    [{ sender: 'ABCDEFGHIJK' }, 'ABCDEFGHIJK'],
    [{ sender: 'Ångström' }, 'Ångström'],
    [{ sender: 'ABCDEFGHIJKL' }, undefined],
    [{ sender: 'ABCDEFGHIJ€' }, undefined],
    [{ sender: '' }, undefined],
    [{ sender: '123456' }, undefined],
    [{ sender: 'Привет' }, undefined],
    [{ sender: 'A\nB' }, undefined],
    [{ number: '12' }, undefined],
    [{ number: 'ACME' }, undefined],
    [{}, undefined],
    [{ number: '27825550004', sender: 'ACME' }, undefined],
  ]
  for (const [input, address] of ADDRESSES) {
    test(`address ${JSON.stringify(input)} is ${address ?? 'refused'}`, async () => {
      const { clientId } = await database.provisioning.addClient({ name: 'Addresses' })
      const added = database.provisioning.addChannel({ clientId, ...input })
      if (address === undefined) await assert.rejects(added, { category: 'invalid', code: 'invalid-settings' })
      else {
        const { channelId } = await added
        assert.equal((await database.provisioning.setChannel({ channelId })).address, address)
      }
    })
  }

  test('a number belongs to one channel of all clients, a sender to one of each client', async () => {
    const [one, other] = [await database.addAccount(), await database.addAccount()]
    const { provisioning } = database
    await provisioning.addChannel({ clientId: one.clientId, number: '27825559999' })
    const taken = { category: 'conflict', code: 'channel-taken' }
    await assert.rejects(provisioning.addChannel({ clientId: other.clientId, number: '27825559999' }), taken)
    await provisioning.addChannel({ clientId: one.clientId, sender: 'SAME' })
    await provisioning.addChannel({ clientId: other.clientId, sender: 'SAME' })
    await assert.rejects(provisioning.addChannel({ clientId: one.clientId, sender: 'SAME' }), taken)
    await assert.rejects(provisioning.addChannel({ clientId: 1, sender: 'X' }), { category: 'not-found' })
  })

  // spec: Channel settings (portal) | field | channel status: enabled or disabled ; forward to e-mail ; forward to mobile ; automatic response text
  // spec: Channel settings (portal) | field | incoming webhook handler ; incoming webhook URL ; DLR webhook URL ; opt-out webhook URL ; opt-in webhook URL
  // spec: Channel settings (portal) | field | blacklist response ; whitelist response
  test('settings are set, kept and cleared', async () => {
    const { channelId } = await database.addAccount()
    const { provisioning } = database
    const set = await provisioning.setChannel({
      channelId,
      dlrUrl: 'https://example.com/dlr?x=1',
      incomingUrl: 'http://example.com/in',
      incomingHandler: 'SOAP',
      optOutUrl: 'https://example.com/out',
      optInUrl: 'https://example.com/back',
      autoResponse: 'Thanks',
      forwardEmail: 'Someone@Example.com',
      forwardMobile: '083 123 4567',
      blacklistResponse: 'Bye',
      whitelistResponse: 'Welcome',
      outgoingNumber: '+27 82 000 5678',
      keywordMatch: 'Exact',
      optOutLinkBase: 'https://example.com/bye',
      optInLinkBase: '',
      enabled: false,
    })
    assert.deepEqual(
      [set.keywordMatch, set.optOutLinkBase, set.optInLinkBase],
      ['exact', 'https://example.com/bye/', ''],
    )
    assert.equal(set.incomingHandler, 'soap')
    assert.equal(set.outgoingNumber, '27820005678')
    assert.equal(set.forwardEmail, 'someone@example.com')
    assert.equal(set.forwardMobile, '27831234567')
    assert.equal(set.enabled, false)
    const changed = await provisioning.setChannel({ channelId, dlrUrl: '', autoResponse: null, enabled: true })
    assert.deepEqual(changed, { ...set, dlrUrl: null, autoResponse: null, enabled: true })
  })

  for (const [given, kept] of [
    // spec: Channel settings (portal) | field | incoming webhook handler GET -> an incoming handler may be GET
    ['GET', 'get'],
    // spec: Channel settings (portal) | field | incoming webhook handler SOAP -> an incoming handler may be SOAP
    ['SOAP', 'soap'],
    // spec: Channel settings (portal) | field | incoming webhook handler HTTP POST (JSON) -> an incoming handler may be JSON
    ['JSON', 'json'],
  ] as const) {
    test(`an incoming handler may be ${given}`, async () => {
      const { channelId } = await database.addAccount()
      assert.equal(
        (await database.provisioning.setChannel({ channelId, incomingHandler: given })).incomingHandler,
        kept,
      )
    })
  }

  for (const [given, kept] of [
    // spec: Channel settings (portal) | field | opt-out link base ; opt-in link base -> the base of links may be "https://a.example/x/"
    ['https://a.example/x/', 'https://a.example/x/'],
    [' https://a.example ', 'https://a.example/'],
    ['https://a.example/?who=', 'https://a.example/?who='],
    ['{base_url}/bye', '{base_url}/bye/'],
    // spec: Channel settings (portal) | rule | a blank link base: the client uses a page of its own -> the base of links may be ""
    ['', ''],
    // spec: Channel settings (portal) | default | link bases: {base_url}/sms/2/messages/subscription/ -> the base of links may be null
    [null, null],
  ] as const) {
    test(`the base of links may be ${JSON.stringify(given)}`, async () => {
      const { channelId } = await database.addAccount()
      const set = await database.provisioning.setChannel({ channelId, optOutLinkBase: given, optInLinkBase: given })
      assert.deepEqual([set.optOutLinkBase, set.optInLinkBase], [kept, kept])
    })
  }

  const BAD_SETTINGS: readonly [string, Record<string, unknown>][] = [
    ['dlrUrl', { dlrUrl: 'ftp://example.com' }],
    ['dlrUrl', { dlrUrl: 'example.com/dlr' }],
    ['dlrUrl', { dlrUrl: 'https://user:pass@example.com' }],
    ['incomingUrl', { incomingUrl: 'https://exa mple.com' }],
    ['incomingHandler', { incomingHandler: 'xml' }],
    ['forwardEmail', { forwardEmail: 'nobody' }],
    ['forwardMobile', { forwardMobile: 'abc' }],
    ['blacklistResponse', { blacklistResponse: 'x'.repeat(40_000) }],
    ['outgoingNumber', { outgoingNumber: 'ACME' }],
    ['keywordMatch', { keywordMatch: 'anywhere' }],
    ['optOutLinkBase', { optOutLinkBase: 'ftp://example.com/' }],
    ['optOutLinkBase', { optOutLinkBase: 'https://example.com/{base_url}/' }],
    ['optInLinkBase', { optInLinkBase: 'example.com/bye' }],
  ]
  for (const [field, change] of BAD_SETTINGS) {
    test(`refused: ${JSON.stringify(change).slice(0, 60)}`, async () => {
      const { channelId } = await database.addAccount()
      await assert.rejects(database.provisioning.setChannel({ channelId, ...change }), (error: Refusal) => {
        assert.deepEqual([error.category, ...Object.keys(error.details ?? {})], ['invalid', field])
        return true
      })
    })
  }

  test('a sender has no number that its messages go out from', async () => {
    const { clientId } = await database.addAccount()
    const { channelId } = await database.provisioning.addChannel({ clientId, sender: 'ACME' })
    const setting = database.provisioning.setChannel({ channelId, outgoingNumber: '27820005678' })
    await assert.rejects(setting, { code: 'invalid-settings' })
    assert.equal((await database.provisioning.setChannel({ channelId, outgoingNumber: '' })).outgoingNumber, null)
  })

  const BAD_SECRETS: readonly [string, Record<string, unknown>][] = [
    ['secret', { secret: '' }],
    ['secret', { secret: 'fifteen letters' }],
    ['secret', { secret: 'x'.repeat(201) }],
    ['secret', { secret: 'two\nlines of text' }],
    ['overlapHours', { overlapHours: -1 }],
    ['overlapHours', { overlapHours: 721 }],
    ['overlapHours', { overlapHours: Number.NaN }],
  ]
  for (const [field, change] of BAD_SECRETS) {
    test(`a shared secret is refused: ${JSON.stringify(change).slice(0, 60)}`, async () => {
      const { channelId } = await database.addAccount()
      const setting = database.provisioning.setSharedSecret({ channelId, kind: 'opt-in', ...change })
      await assert.rejects(setting, (error: Refusal) => {
        assert.deepEqual([error.category, ...Object.keys(error.details ?? {})], ['invalid', field])
        return true
      })
    })
  }

  test('a shared secret is stored sealed, never as it is', async () => {
    const { channelId } = await database.addAccount()
    const { secret } = await database.provisioning.setSharedSecret({
      channelId,
      kind: 'opt-out',
      secret: 'our own long one',
    })
    const [row] = await database.sql`select optout_secret from channel where channel_id = ${channelId}`
    assert.deepEqual([secret, database.secrets.open(row?.optout_secret)], ['our own long one', 'our own long one'])
    assert.ok(!row?.optout_secret.includes('our own'))
  })

  test('an unknown channel is not found', async () => {
    await assert.rejects(database.provisioning.setChannel({ channelId: 1, enabled: true }), {
      category: 'not-found',
      code: 'channel-not-found',
    })
  })
})
