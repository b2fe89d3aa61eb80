import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { KeyRecord } from '@heliograph/contracts'
import { runHere, runJsonHere } from './support/cli-here.ts'
import { type GatewayProcess, makeDataDir, runJson, startGateway, until } from './support/gateway-process.ts'

// The commands that manage accounts, first without a gateway and then with one running.

const MIGRATIONS = new URL('../../../core/engine/migrations/', import.meta.url)

let folder: Awaited<ReturnType<typeof makeDataDir>>
const heliograph = <T = Record<string, unknown>>(...args: string[]): Promise<T> =>
  runJsonHere<T>([...args, '--data-dir', folder.path])
interface SecretState {
  readonly isSet: boolean
  readonly previousUntil: string | null
}

/** What `channel show` and `channel set` print about secrets. */
interface Shown extends Record<string, unknown> {
  readonly secrets: Readonly<Record<'securityKey' | 'optOut' | 'optIn', SecretState>>
}
/** What a command prints for people. */
const heliographText = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runHere([...args, '--data-dir', folder.path])
  assert.equal(code, 0, stderr)
  return stdout
}

before(async () => {
  folder = await makeDataDir()
})
after(() => folder.remove())

describe('without a running gateway', () => {
  test('the first command sets everything up and leaves nothing running', async () => {
    const list = ['client', 'list', '--data-dir', folder.path]
    assert.deepEqual(await runJson(list), { clients: [] })
    assert.deepEqual(await heliograph('client', 'add', '--name', 'Acme'), { clientId: 1001 })
    const migrations = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'))
    assert.deepEqual(await heliograph('migrate'), {
      version: Math.max(...migrations.map((name) => Number.parseInt(name, 10))),
      waiting: [],
      olderNodes: [],
      instances: [],
    })
  })
})

describe('while a gateway runs', () => {
  let gateway: GatewayProcess
  let apiKey: string
  let smsId: number
  before(async () => {
    gateway = await startGateway({ dataDir: folder.path })
  })
  after(() => gateway.stop())

  test('client add with every option, client list', async () => {
    const options = [
      '--country',
      'DE',
      '--currency',
      'EUR',
      '--credit',
      '100.00',
      '--price',
      '0.05',
      '--rate-limit',
      '600',
    ]
    assert.deepEqual(await heliograph('client', 'add', '--name', 'Globex', ...options), { clientId: 1002 })
    const { clients } = await heliograph<{ clients: Record<string, unknown>[] }>('client', 'list')
    assert.deepEqual(
      clients.map(({ clientId, name }) => [clientId, name]),
      [
        [1001, 'Acme'],
        [1002, 'Globex'],
      ],
    )
    const { credit, price, ...globex } = clients[1] ?? {}
    assert.deepEqual([Number(credit), Number(price)], [100, 0.05])
    assert.deepEqual(globex, {
      clientId: 1002,
      name: 'Globex',
      country: 'DE',
      currency: 'EUR',
      rateLimit: 600,
      retentionDays: null,
      enabled: true,
    })
  })

  test('client set', async () => {
    const changed = await heliograph(
      'client',
      'set',
      '--client',
      '1001',
      '--add-credit',
      '25.5',
      '--price',
      '0.1',
      '--rate-limit',
      '50',
    )
    assert.deepEqual(
      [changed.clientId, Number(changed.credit), Number(changed.price), changed.rateLimit],
      [1001, 25.5, 0.1, 50],
    )
    assert.equal(Number((await heliograph('client', 'set', '--client', '1001', '--add-credit', '-0.5')).credit), 25)
    for (const [given, kept] of [
      ['30', 30],
      ['default', null],
    ] as const) {
      const { retentionDays } = await heliograph('client', 'set', '--client', '1001', '--retention-days', given)
      assert.equal(retentionDays, kept)
    }
    assert.equal((await heliograph('client', 'set', '--client', '1002', '--disabled')).enabled, false)
    assert.equal((await heliograph('client', 'set', '--client', '1002', '--enabled')).enabled, true)
  })

  test('credit check: every balance is the sum of its entries', async () => {
    assert.deepEqual(await heliograph('credit', 'check'), { clients: 2, differences: [] })
  })

  test('channel add: a number, a sender', async () => {
    const number = await heliograph('channel', 'add', '--client', '1001', '--number', '27820001234')
    assert.deepEqual(Object.keys(number), ['channelId', 'securityKey'])
    assert.equal(number.channelId, 1001)
    assert.match(String(number.securityKey), /^[A-Za-z0-9]{64}$/)
    const sender = await heliograph('channel', 'add', '--client', '1001', '--sender', 'ACME', '--default')
    assert.equal(sender.channelId, 1002)
  })

  // spec: Channel settings (portal) | field | channel status: enabled or disabled ; forward to e-mail ; forward to mobile ; automatic response text
  // spec: Channel settings (portal) | field | incoming webhook handler ; incoming webhook URL ; DLR webhook URL ; opt-out webhook URL ; opt-in webhook URL
  // spec: Channel settings (portal) | field | blacklist response ; whitelist response
  test('channel set: every setting, and clearing one', async () => {
    const settings = {
      dlrUrl: ['--dlr-url', 'https://acme.example/dlr'],
      incomingUrl: ['--incoming-url', 'https://acme.example/in'],
      incomingHandler: ['--incoming-handler', 'get'],
      optOutUrl: ['--optout-url', 'https://acme.example/out'],
      optInUrl: ['--optin-url', 'https://acme.example/join'],
      autoResponse: ['--auto-response', 'We will call you.'],
      forwardEmail: ['--forward-email', 'desk@acme.example'],
      forwardMobile: ['--forward-mobile', '27821112222'],
      blacklistResponse: ['--blacklist-response', 'You are off the list.'],
      whitelistResponse: ['--whitelist-response', 'Welcome back.'],
      outgoingNumber: ['--outgoing-number', '27820005678'],
      keywordMatch: ['--optout-match', 'first-word'],
      optOutLinkBase: ['--optout-link-base', 'https://acme.example/bye/'],
      optInLinkBase: ['--optin-link-base', ''],
    }
    const changed = await heliograph('channel', 'set', '--channel', '1001', ...Object.values(settings).flat())
    for (const [name, [, value]] of Object.entries(settings)) assert.equal(changed[name], value, name)
    assert.equal((await heliograph('channel', 'set', '--channel', '1001', '--dlr-url', '')).dlrUrl, null)
    assert.equal(
      (await heliograph('channel', 'set', '--channel', '1001', '--optout-link-base', 'default')).optOutLinkBase,
      null,
    )
    assert.equal((await heliograph('channel', 'set', '--channel', '1002', '--disabled')).enabled, false)
    const enabled = await heliograph('channel', 'set', '--channel', '1002', '--enabled')
    assert.deepEqual([enabled.enabled, enabled.isDefault, enabled.address], [true, true, 'ACME'])
  })

  test('client numbers: what a channel sends as is given, more is given and taken', async () => {
    const numbers = async (...options: string[]) => {
      const listed = await heliograph<{ numbers: { number: string }[] }>(
        'client',
        'numbers',
        '--client',
        '1001',
        ...options,
      )
      return listed.numbers.map(({ number }) => number)
    }
    assert.deepEqual(await numbers(), ['27820001234', '27820005678'])
    assert.deepEqual(await numbers('--give', '+27 82 000 9999'), ['27820001234', '27820005678', '27820009999'])
    assert.deepEqual(await numbers('--take', '27820005678'), ['27820001234', '27820009999'])
    assert.equal((await heliograph('channel', 'show', '--channel', '1001')).outgoingNumber, null)
  })

  test('client networks: from where credentials are accepted is set, one list at a time, and opened again', async () => {
    const networks = async (...options: string[]) => {
      const { programs, portal } = await heliograph<{ programs: string[]; portal: string[] }>(
        ...(['client', 'networks', '--client', '1001', ...options] as const),
      )
      return [programs, portal]
    }
    assert.deepEqual(await networks(), [[], []])
    const servers = ['203.0.113.0/24', '2001:db8::/32']
    assert.deepEqual(await networks('--programs', servers.join()), [servers, []])
    assert.deepEqual(await networks('--portal', '198.51.100.7'), [servers, ['198.51.100.7']])
    assert.deepEqual(await networks('--programs', 'anywhere', '--portal', 'anywhere'), [[], []])
  })

  // spec: Channel settings (portal) | limit | a generated shared secret has 64 characters
  // spec: Channel settings (portal) | rule | a shared secret may be custom, or none
  test('channel set: shared secrets, generated, given and cleared', async () => {
    const set = (...options: string[]) => heliograph<Shown>('channel', 'set', '--channel', '1001', ...options)
    const generated = await set(
      '--optout-secret',
      'generate',
      '--optin-secret',
      'a long one of ours',
      '--overlap-hours',
      '0',
    )
    assert.match(String(generated.optOutSecret), /^[A-Za-z0-9]{64}$/)
    assert.equal(generated.optInSecret, undefined)
    const alone = { isSet: true, previousUntil: null }
    assert.deepEqual(generated.secrets, { securityKey: alone, optOut: alone, optIn: alone })
    const { secrets } = await set('--optout-secret', '', '--overlap-hours', '1.5')
    assert.equal(secrets.optOut.isSet, false)
    assert.match(String(secrets.optOut.previousUntil), /^\d{4}-.*Z$/)
  })

  test('channel rotate-key shows the new key once, and until when the old one goes on', async () => {
    const rotated = await heliograph('channel', 'rotate-key', '--channel', '1001')
    assert.deepEqual(Object.keys(rotated), ['channelId', 'securityKey', 'previousUntil'])
    assert.match(String(rotated.securityKey), /^[A-Za-z0-9]{64}$/)
    const shown = await heliograph<Shown>('channel', 'show', '--channel', '1001')
    assert.equal(shown.secrets.securityKey.previousUntil, rotated.previousUntil)
    assert.ok(!JSON.stringify(shown).includes(String(rotated.securityKey)))
    const last = await heliograph('channel', 'rotate-key', '--channel', '1001', '--overlap-hours', '0')
    assert.equal(last.previousUntil, null)
    const stdout = await heliographText('channel', 'show', '--channel', '1001')
    assert.match(stdout, /^Channel 1001 \(27820001234\)\n.*keywordMatch: first-word\n.*secret securityKey: set\n/s)
  })

  // spec: What the service does | rule | a user has API keys of its own
  // spec: Authentication | rule | a key is made for a user
  test('user add, key add', async () => {
    const basic = ['--client', '1001', '--password', 'correct horse']
    const full = ['--channel', '1001', '--role', 'admin', '--priority', 'CRITICAL']
    assert.deepEqual(await heliograph('user', 'add', '--email', 'jo@acme.example', ...basic), { userId: 1001 })
    assert.deepEqual(await heliograph('user', 'add', '--email', 'ann@acme.example', ...basic, ...full), {
      userId: 1002,
    })
    const added = await heliograph<{ apiKey: string }>('key', 'add', '--user', '1001')
    assert.deepEqual(Object.keys(added), ['apiKey'])
    assert.match(added.apiKey, /^[A-Za-z0-9]{40}$/)
    apiKey = added.apiKey
  })

  test('key add with a name and an end, key list', async () => {
    const end = ['--name', 'Till 2', '--expires', '2999-12-31']
    await heliograph('key', 'add', '--user', '1001', ...end)
    const { keys } = await heliograph<{ keys: KeyRecord[] }>('key', 'list', '--user', '1001')
    assert.deepEqual(
      keys.map(({ name, expiresAt }) => [name, expiresAt]),
      [
        [null, null],
        ['Till 2', '2999-12-31T00:00:00.000Z'],
      ],
    )
    const past = ['key', 'add', '--user', '1001', '--expires', '2020-01-01', '--data-dir', folder.path]
    const { code, stderr } = await runHere(past)
    assert.equal(code, 1)
    assert.match(stderr, /expiresAt must be in the future/)
  })

  test('the running gateway takes the new key, and sends what send accepted', async () => {
    const sent = await heliograph<{ smsId: number; messageId: string; status: string }>(
      'send',
      '--key',
      apiKey,
      '--to',
      '0821234567',
      '--text',
      'Hello',
    )
    assert.deepEqual(Object.keys(sent), ['smsId', 'messageId', 'status'])
    assert.equal(sent.status, 'PENDING_ACCEPTED')
    const report = await until(
      () => gateway.request(`/sms/2/reports?messageId=${sent.messageId}`, { key: apiKey }),
      ({ body }) => body.results?.[0]?.status.name === 'DELIVERED',
    )
    assert.deepEqual([report.body.results[0].smsId, report.body.results[0].to], [sent.smsId, '27821234567'])
    smsId = sent.smsId
  })

  test('message show tells what happened to it', async () => {
    const { clientId, to, state, history } = await heliograph<
      { history: { kind: string }[] } & Record<string, unknown>
    >('message', 'show', String(smsId))
    assert.deepEqual([clientId, to, state], [1001, '27821234567', 'delivered'])
    assert.deepEqual(
      history.map(({ kind }) => kind),
      ['accepted', 'queued', 'answered', 'receipt', 'ended'],
    )
    const overHttp = await gateway.request(`/sms/2/messages/${smsId}/history`, { key: apiKey })
    assert.deepEqual(
      overHttp.body.history.map(({ event }: { event: string }) => event),
      history.map(({ kind }) => kind),
    )
    const stdout = await heliographText('message', 'show', String(smsId))
    assert.match(stdout, /^Message \d+ from ACME to 27821234567: delivered\n.* ended +delivered \(DELIVRD\)\n$/s)
  })

  test('message find finds it by its recipient', async () => {
    const found = (...options: readonly string[]) =>
      heliograph<{ messages: { smsId: number; clientId: number; state: string }[] }>(
        'message',
        'find',
        '--to',
        '+27 82 123 4567',
        ...options,
      )
    const [newest] = (await found('--client', '1001', '--since', '2026-01-01', '--limit', '1')).messages
    assert.deepEqual([newest?.smsId, newest?.clientId, newest?.state], [smsId, 1001, 'delivered'])
    assert.deepEqual((await found('--client', '999999')).messages, [])
    const stdout = await heliographText('message', 'find', '--to', '27821234567')
    assert.match(stdout, new RegExp(`^message .*\\n${smsId} .* 1001 +ACME +delivered .* Hello\\n`))
  })

  test('message find finds those of a request, and message show names it', async () => {
    const headers = { authorization: apiKey, 'content-type': 'application/json', 'x-request-id': 'of-nobody-trusted' }
    const body = JSON.stringify({ from: 'ACME', to: ['27821234567', '27821234568'], text: 'Both' })
    const sent = await fetch(`${gateway.http}/sms/2/text/single`, { method: 'POST', headers, body })
    const requestId = sent.headers.get('x-request-id') ?? ''
    assert.match(requestId, /^[0-9a-z]{12}$/)
    const find = (...options: readonly string[]) =>
      heliograph<{ messages: { smsId: number; to: string }[] }>('message', 'find', ...options)
    const { messages } = await find('--request', requestId)
    assert.deepEqual(messages.map(({ to }) => to).sort(), ['27821234567', '27821234568'])
    assert.equal((await find('--request', requestId, '--to', '27821234568')).messages.length, 1)
    assert.deepEqual((await find('--request', requestId, '--until', '2026-01-01')).messages, [])
    const [accepted] = (
      await heliograph<{ history: { requestId?: string }[] }>('message', 'show', String(messages[0]?.smsId))
    ).history
    assert.equal(accepted?.requestId, requestId)
    await assert.rejects(find(), /--request/)
  })

  test('simulate incoming finds the channel of its number', async () => {
    const text = ['--from', '+27 83 000 1111', '--text', 'Where are you?']
    const found = await heliograph('simulate', 'incoming', '--to', '27820001234', ...text)
    assert.equal(found.channelId, 1001)
    assert.ok(Number(found.incomingId) > 0)
    assert.equal((await heliograph('simulate', 'incoming', '--to', '27829999999', ...text)).channelId, null)
  })

  test('incoming list shows what came, and apart what no channel has', async () => {
    const numbersOf = async (...args: string[]) => {
      const { incoming } = await heliograph<{ incoming: { to: string; clientId: number | null }[] }>(
        'incoming',
        'list',
        ...args,
      )
      return incoming.map(({ to, clientId }) => [to, clientId])
    }
    assert.deepEqual(await numbersOf('--unmatched'), [['27829999999', null]])
    assert.deepEqual(await numbersOf('--client', '1001'), [['27820001234', 1001]])
    assert.equal((await numbersOf('--limit', '1')).length, 1)
    const stdout = await heliographText('incoming', 'list', '--unmatched')
    assert.match(
      stdout,
      /^id +received +client +from +to +text\n\d+ +\S+ +- +27830001111 +27829999999 +Where are you\?\n$/,
    )
  })

  test('what is done regularly is listed', async () => {
    const { chores } = (await heliograph('work', 'chores')) as { chores: readonly object[] }
    assert.ok(Array.isArray(chores))
  })

  test('work that ended processes is listed, and resumed when it is paused', async () => {
    assert.deepEqual(await heliograph('work', 'list'), { work: [] })
    const { code, stderr } = await runHere(['work', 'resume', 'upload', '1001', '--json', '--data-dir', folder.path])
    assert.equal(code, 1)
    assert.match(stderr, /work-not-found/)
  })

  test('sending is put on hold and resumed, which the gateway shows with the reason', async () => {
    const refused = async (...args: string[]) => {
      const { code, stderr } = await runHere([...args, '--json', '--data-dir', folder.path])
      assert.equal(code, 1)
      return (JSON.parse(stderr) as { error: { code: string } }).error.code
    }
    assert.equal(await refused('sending', 'hold', '--route', 'nowhere'), 'route-not-found')
    assert.equal(await refused('sending', 'hold', '--client', '9999'), 'client-not-found')
    assert.equal(await refused('sending', 'hold', '--client', '1001', '--route', 'default'), 'usage')
    assert.equal(await refused('sending', 'resume'), 'not-on-hold')
    const hold = await heliograph('sending', 'hold', '--client', '1001', '--reason', 'unpaid')
    assert.deepEqual(hold, { kind: 'client', name: '1001', reason: 'unpaid', isNew: true })
    const { stdout } = await runHere(['links', '--admin', gateway.admin, '--data-dir', folder.path])
    assert.match(stdout, /^On hold since \S+: client 1001 \(unpaid\)\n\nlink /)
    const health = (await (await gateway.askAdmin('/readyz')).json()) as { status: string }
    assert.match(JSON.stringify(health), /sending is on hold: client 1001 \(unpaid\)/)
    const { body } = await gateway.request('/sms/2/messages', {
      key: apiKey,
      body: { messages: [{ destinations: [{ to: '27821234567' }], text: 'Held' }] },
    })
    assert.equal(body.messages[0].status.name, 'PENDING_ACCEPTED')
    assert.deepEqual(await heliograph('sending', 'resume', '--client', '1001'), { kind: 'client', name: '1001' })
    assert.deepEqual(await heliograph('sending', 'list'), { holds: [] })
    assert.deepEqual(await heliograph('unknown', 'list'), { total: 0, counts: [], messages: [] })
    assert.equal(await refused('unknown', 'resend'), 'usage')
    assert.deepEqual(await heliograph('unknown', 'settle', '5', '--as', 'sent'), { messages: 0, verdict: 'sent' })
  })

  // spec: Authentication | rule | a disabled user's key stops working
  test('user disable stops the key within a second', async () => {
    assert.deepEqual(await heliograph('user', 'disable', '--user', '1001'), { userId: 1001, enabled: false })
    await until(
      () => gateway.request('/sms/2/reports', { key: apiKey }),
      ({ status }) => status === 401,
      1_000,
    )
  })

  test('text for people without --json', async () => {
    const stdout = await heliographText('client', 'list')
    assert.match(stdout, /^client +name .*\n1001 +Acme /)
  })
})
