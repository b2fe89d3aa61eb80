import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { planJasminImport } from '../src/import/import-jasmin.ts'
import { readNumberPattern } from '../src/import/jasmin-patterns.ts'
import { runHere, runJsonHere } from './support/cli-here.ts'
import { startGateway } from './support/gateway-process.ts'
import { startConsole } from './support/jasmin/console.ts'
import {
  asRecorded,
  listedHttp,
  listedMoRoutes,
  listedMtRoutes,
  listedUsers,
  session,
  shownConnector,
  shownUser,
  twentyConnectors,
  twentySteps,
} from './support/jasmin/session.ts'
import { readPage } from './support/pages.ts'
import { runProgram } from './support/peers/http/run-script.ts'
import { findProgram, reasonUnless } from './support/peers/installed.ts'

const withoutPython = reasonUnless(findProgram('python3') !== undefined, 'Python', 'python3')

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-import-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function planOf(recorded: string | Buffer) {
  const file = join(folder, 'jasmin.txt')
  await writeFile(file, recorded)
  return planJasminImport(file)
}

const LINK = {
  hosts: ['127.0.0.1:2775'],
  systemId: 'smppclient',
  password: 'password',
  rate: 1,
  idFormat: 'string',
  addressRangeNumbers: { ton: 0, npi: 0 },
  connectTimeoutMs: 30_000,
  responseTimeoutMs: 120_000,
  enquireLinkMs: 30_000,
  reconnectMinMs: 10_000,
  recipient: { ton: 1, npi: 1 },
  sender: { international: { ton: 2, npi: 1 }, short: { ton: 2, npi: 1 }, alphanumeric: { ton: 2, npi: 1 } },
}

/** Settings of a connector, and what the link has for them. */
const SETTINGS: readonly (readonly [name: string, value: string, link: Readonly<Record<string, unknown>>])[] = [
  ['host', 'smsc.example', { hosts: ['smsc.example:2775'] }],
  ['host', '2001:db8::7', { hosts: ['[2001:db8::7]:2775'] }],
  ['port', '3000', { hosts: ['127.0.0.1:3000'] }],
  ['systype', 'VMA', { systemType: 'VMA' }],
  ['ssl', 'yes', { tls: {} }],
  ['bind', 'transmitter', { bind: 'transmitter-receiver' }],
  ['bind', 'transceiver', {}],
  ['submit_throughput', '12.5', { rate: 12.5 }],
  ['elink_interval', '45', { enquireLinkMs: 45_000 }],
  ['dst_ton', '2', { recipient: { ton: 2, npi: 1 } }],
  ['addr_range', '^27', { addressRange: '^27' }],
  ['dlr_msgid', '1', { idFormat: 'decimal' }],
  ['dlr_msgid', '2', { idFormat: 'hex' }],
  ['validity', '60', { validity: 'relative' }],
  ['con_loss_retry', 'no', {}],
]

describe('a connector', () => {
  for (const [name, value, link] of SETTINGS)
    test(`${name} ${value}: ${JSON.stringify(link)}`, async () => {
      const shown = shownConnector('demo', { [name]: value })
      const plan = await planOf(session([['smppccm -s demo', shown]]))
      assert.deepEqual(plan.links, { demo: { ...LINK, ...link } })
      assert.deepEqual(plan.routes, { default: { links: ['smsc/demo'] } })
      assert.equal(plan.findings.length, shown.split('\n').length)
    })

  test('that is only listed is named with what to record', async () => {
    const listing = '#Connector id  Service Session Starts Stops\n#demo started BOUND_TRX 1 0\nTotal connectors: 1'
    const { findings, links } = await planOf(session([['smppccm -l', listing]]))
    assert.deepEqual(links, {})
    assert.deepEqual(
      findings.map(({ outcome, how }) => [outcome, how]),
      [['not', 'the file does not show its settings: record smppccm -s demo']],
    )
  })
})

/** Settings of a user, and what the account has for them. */
const USERS: readonly (readonly [name: string, value: string, account: Readonly<Record<string, unknown>>])[] = [
  ['mt_messaging_cred quota balance', '10.10', { credit: '10.1' }],
  ['mt_messaging_cred quota balance', '23.299999999999997', { credit: '23.3' }],
  ['mt_messaging_cred quota balance', '0.0', { credit: '0' }],
  ['mt_messaging_cred quota balance', 'ND', { credit: undefined }],
  ['mt_messaging_cred defaultvalue src_addr', 'ACME', { address: 'ACME' }],
  ['mt_messaging_cred valuefilter src_addr', '^27820001234$', { address: '27820001234' }],
  ['mt_messaging_cred valuefilter src_addr', '^27.*', { address: undefined }],
  ['smpps_cred authorization ip', '10.0.0.0/8, 192.0.2.7', { networks: ['10.0.0.0/8', '192.0.2.7'] }],
  ['smpps_cred authorization ip', '10.0.0.0/8,0.0.0.0/0', { networks: [] }],
  ['username', 'Shop-1', { name: 'Shop-1', email: 'shop-1@jasmin.invalid' }],
]

describe('a user', () => {
  for (const [name, value, expected] of USERS)
    test(`${name} ${value}: ${JSON.stringify(expected)}`, async () => {
      const shown = shownUser('shop', 'g', { [name]: value })
      const { accounts, findings } = await planOf(session([['user -s shop', shown]]))
      assert.equal(accounts.length, 1)
      const account = accounts[0] as unknown as Record<string, unknown>
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, account[key]])), expected)
      assert.equal(findings.length, shown.split('\n').length)
    })

  test('whose name another has in other letters is left out', async () => {
    const twin = shownUser('twin', 'g', { username: 'SHOP' })
    const { accounts, findings } = await planOf(
      session([
        ['user -s shop', shownUser('shop', 'g')],
        ['user -s twin', twin],
      ]),
    )
    assert.equal(accounts.length, 1)
    assert.ok(findings.some(({ how, outcome }) => outcome === 'not' && how === 'shop has the same letters'))
  })

  test('is known by the listing alone, and disabled with its group', async () => {
    const rows = [
      ['shop', '!g', 'shop', '5.5', 'ND', 'ND/ND'],
      ['bank', 'h', 'bank', 'ND (!)', 'ND (!)', 'ND/ND'],
    ]
    const { accounts } = await planOf(session([['user -l', listedUsers(rows)]]))
    assert.deepEqual(
      accounts.map(({ credit, isDisabled, name }) => [name, credit, isDisabled]),
      [
        ['shop', '5.5', true],
        ['bank', undefined, undefined],
      ],
    )
  })
})

/** Filters of a route, and the rule or why there is none. */
const ROUTES: readonly (readonly [filters: string, expected: object | string])[] = [
  ['<T>', { when: {} }],
  ['<DA (dst_addr=^27)>', { when: { to: ['27'] } }],
  ['<DestinationAddrFilter (dst_addr=^27(82|83)\\d+)>, <TransparentFilter>', { when: { to: ['2782', '2783'] } }],
  ['<DA (dst_addr=.*)>', { when: {} }],
  ['<SA (src_addr=^ACME$)>', { when: { sender: ['ACME'] } }],
  ['<U (uid=shop)>, <DA (dst_addr=^27)>', { when: { to: ['27'] }, accounts: ['shop'] }],
  ['<G (gid=shops)>', { when: {}, accounts: ['shop', 'kiosk'] }],
  ['<U (uid=gone)>', 'the file shows no user that it would be for'],
  ['<DA (dst_addr=^27.*9$)>', '<DA (dst_addr=^27.*9$)>: rules know beginnings of numbers, and no other pattern'],
  ['<DA (dst_addr=^27)>, <DA (dst_addr=^44)>', '<DA (dst_addr=^44)>: a rule has one condition of each kind'],
  ['<SA (src_addr=^27.*)>', '<SA (src_addr=^27.*)>: senders are not compared with a pattern'],
  ['<SM (msg=^a>b, <c.*$)>', '<SM (msg=^a>b, <c.*$)>: rules do not look at texts'],
  ['<TI (08:00:00,18:00:00)>', /rules do not look at the time/.source],
  ['<DI (2014-09-01,2014-09-30)>', /rules do not look at the date/.source],
  ['<Ev (pyCode= ..)>', /scripts are not carried out/.source],
  ['<TG (tag=21401)>', /there are no scripts/.source],
]

const SHOWN = [
  ['smppccm -s one', shownConnector('one')],
  ['smppccm -s two', shownConnector('two')],
  ['smppccm -s three', shownConnector('three')],
  ['user -s shop', shownUser('shop', 'shops', { 'mt_messaging_cred defaultvalue src_addr': '27820001234' })],
  ['user -s kiosk', shownUser('kiosk', 'shops', { 'mt_messaging_cred defaultvalue src_addr': '12345' })],
  ['user -s bank', shownUser('bank', 'banks', { 'mt_messaging_cred defaultvalue src_addr': 'BANK' })],
] as const

describe('a route', () => {
  for (const [filters, expected] of ROUTES)
    test(filters, async () => {
      const rows = [['10', 'StaticMTRoute', '0 (!)', 'smppc(one)', filters]]
      const { findings, rules } = await planOf(session([...SHOWN, ['mtrouter -l', listedMtRoutes(rows)]]))
      if (typeof expected !== 'string') {
        assert.deepEqual(rules, [{ name: 'order-10', route: 'order-10', ...expected }])
        return
      }
      assert.deepEqual(rules, [])
      assert.ok(findings.some(({ how, outcome }) => outcome === 'not' && how.includes(expected)))
    })

  const TYPES = [
    ['StaticMTRoute', 'smppc(two)', { links: ['smsc/two'] }],
    ['RandomRoundrobinMTRoute', 'smppc(two), smppc(one)', { links: ['smsc/two', 'smsc/one'] }],
    [
      'FailoverMTRoute',
      'smppc(two), smppc(one), smppc(three)',
      { links: ['smsc/two'], fallbacks: [['smsc/one'], ['smsc/three']] },
    ],
  ] as const
  for (const [type, connectors, route] of TYPES)
    test(`${type}: ${JSON.stringify(route)}`, async () => {
      const rows = [
        ['7', type, '0.05000', connectors, '<DA (dst_addr=^27)>'],
        ['0', 'DefaultRoute', '0.02000', 'smppc(one)', ''],
      ]
      const { accounts, routes } = await planOf(session([...SHOWN, ['mtrouter -l', listedMtRoutes(rows)]]))
      assert.deepEqual(routes, { default: { links: ['smsc/one'] }, 'order-7': route })
      assert.equal(accounts[0]?.price, '0.02')
    })

  test('of incoming SMS gives the channels of numbers its URL, the highest order first', async () => {
    const http = listedHttp([
      ['one_mo', 'HttpConnector', 'GET', 'http://client.example/one'],
      ['two_mo', 'HttpConnector', 'GET', 'http://client.example/two'],
    ])
    const rows = [
      ['20', 'FailoverMORoute', 'http(two_mo), http(one_mo)', '<DA (dst_addr=^12345$)>'],
      ['10', 'StaticMORoute', 'http(gone)', '<T>'],
      ['0', 'DefaultRoute', 'http(one_mo)', ''],
    ]
    const steps = [['httpccm -l', http] as const, ['morouter -l', listedMoRoutes(rows)] as const]
    const { accounts, findings, interfaces } = await planOf(session([...SHOWN, ...steps]))
    assert.deepEqual(
      accounts.map(({ incoming, name }) => [name, incoming?.url]),
      [
        ['shop', 'http://client.example/one'],
        ['kiosk', 'http://client.example/two'],
        ['bank', undefined],
      ],
    )
    assert.deepEqual(
      interfaces.map(({ config, instance }) => [instance, config.incomingMethod]),
      [['jasmin', 'GET']],
    )
    assert.deepEqual(
      findings.slice(-3).map(({ outcome }) => outcome),
      ['differently', 'not', 'done'],
    )
  })
})

const PATTERNS: readonly (readonly [pattern: string, prefixes: readonly string[] | undefined])[] = [
  ['27', ['27']],
  ['^27\\d{9}$', ['27']],
  ['^\\+?27[0-9]*', ['27']],
  ['^278[2-4]', ['2782', '2783', '2784']],
  ['^(?:27|44)7.*$', ['277', '447']],
  ['^2782|^2783\\d+', ['2782', '2783']],
  ['^\\d+$', ['']],
  ['.*', ['']],
  ['^27?8', undefined],
  ['^(?!27)', undefined],
  ['^27|.*9$', undefined],
  ['^[0-9][0-9][0-9][0-9]27', undefined],
]

describe('a pattern of numbers', () => {
  for (const [pattern, prefixes] of PATTERNS)
    test(`${pattern}: ${prefixes?.join(', ')}`, () => assert.deepEqual(readNumberPattern(pattern)?.prefixes, prefixes))
})

describe('a file', () => {
  test('of something else is refused', () =>
    assert.rejects(planOf('Incorrect Username/Password.\n'), /jasmin\.txt shows nothing of a Jasmin: record what/))

  test('that is missing is refused', () =>
    assert.throws(() => planJasminImport(join(folder, 'gone.txt')), /gone\.txt cannot be read/))

  test('is read as a terminal got it, and with what was printed twice', async () => {
    const plain = await planOf(twentyConnectors())
    assert.deepEqual(await planOf(asRecorded(twentyConnectors())), plain)
    const { accounts, links, routes } = await planOf(twentyConnectors() + twentyConnectors())
    assert.deepEqual([accounts, links, routes], [plain.accounts, plain.links, plain.routes])
  })
})

const linksOf = (network: string) => [1, 2, 3, 4, 5].map((number) => `smsc/${network}-${number}`)

// spec: Jasmin: messages | rule | a Jasmin's connectors, users, groups and routes are imported
test('20 connectors, users, groups and routes of each kind', async () => {
  const recorded = twentyConnectors()
  const plan = await planOf(recorded)
  assert.equal(Object.keys(plan.links).length, 20)
  const [first, ...others] = linksOf('beta')
  assert.deepEqual(plan.routes, {
    'order-50': { links: ['smsc/delta-1'] },
    'order-40': { links: linksOf('gamma') },
    'order-30': { links: [first], fallbacks: others.map((link) => [link]) },
    'order-20': { links: ['smsc/alpha-2'] },
    default: { links: ['smsc/alpha-1'] },
  })
  assert.deepEqual(
    plan.rules.map(({ accounts, route, when }) => [route, when, accounts]),
    [
      ['order-50', {}, ['bank']],
      ['order-40', { to: ['2782', '2783'] }, ['shop', 'kiosk']],
      ['order-30', { to: ['44'] }, undefined],
      ['order-20', { sender: ['ACME'] }, undefined],
    ],
  )
  assert.deepEqual(
    plan.accounts.map((one) => [one.name, one.address, one.credit, one.price, one.incoming, one.isDisabled]),
    [
      ['shop', '27820001234', '12.5', '0.02', { url: 'http://127.0.0.1/shop/mo.php', instance: 'jasmin' }, undefined],
      [
        'bank',
        '27820005678',
        undefined,
        '0.02',
        { url: 'http://127.0.0.1/bank/mo', instance: 'jasmin-post' },
        undefined,
      ],
      ['kiosk', undefined, undefined, '0.02', undefined, undefined],
      ['club', undefined, '0', '0.02', undefined, true],
    ],
  )
  const limits = { domain: 'jasmin.invalid', requestsPerMinute: 1_200 }
  assert.deepEqual(
    plan.interfaces.map(({ config, instance }) => [instance, config]),
    [
      ['jasmin', { ...limits, incomingMethod: 'GET' }],
      ['jasmin-post', { ...limits, path: '/jasmin-post', incomingMethod: 'POST' }],
    ],
  )
  const said = new Set(plan.findings.map(({ place }) => place))
  const silent = recorded.split('\n').flatMap((line, index) => {
    const isSetting = /^#\S|^[a-z_]+ /.test(line) && !/^#(?:\w+ id|Order) |^jcli :/.test(line)
    return isSetting && !said.has(`jasmin.txt:${index + 1}`) ? [line] : []
  })
  assert.deepEqual(silent, [], 'every line has a finding')
})

test('the program of the README records what the console shows', { skip: withoutPython }, async () => {
  const page = await readPage('adapters/jasmin/README.md')
  const [, block = ''] = /^ {3}```python\n(.*?)^ {3}```/ms.exec(page) ?? []
  await writeFile(join(folder, 'record.py'), block.replaceAll(/^ {3}/gm, ''))
  const { close, port } = await startConsole(twentySteps())
  try {
    const env = { JCLI_USER: 'jcliadmin', JCLI_PASSWORD: 'jclipwd', JCLI_PORT: String(port) }
    const { code, stderr } = await runProgram('sh', ['-c', 'cd "$0" && exec python3 record.py', folder], { env })
    assert.equal(code, 0, stderr)
  } finally {
    close()
  }
  const recorded = planJasminImport(join(folder, 'jasmin.txt'))
  const { accounts, links, routes, rules } = await planOf(twentyConnectors())
  assert.deepEqual(
    [recorded.accounts, recorded.links, recorded.routes, recorded.rules],
    [accounts, links, routes, rules],
  )
})

test('shown first, then done, and a program goes on with its user name', async () => {
  const file = join(folder, 'old.txt')
  const here = twentyConnectors()
    .replaceAll(/(host )127\.0\.0\.\d+/g, '$1127.0.0.1')
    .replaceAll('port 2775', 'port 1')
    .replace('ip 10.1.0.0/16', 'ip 127.0.0.0/8')
  await writeFile(file, asRecorded(here))
  const dataDir = join(folder, 'data')
  const out = join(folder, 'new.yaml')
  const shown = await runHere(['import', 'jasmin', file])
  assert.match(shown.stdout, /Clients that would be added: shop, bank, kiosk, club\./)
  assert.match(shown.stdout, /Nothing has been changed/)
  assert.doesNotMatch(shown.stdout, /secret\d/)
  const apply = ['import', 'jasmin', file, '--apply', '--out', out, '--data-dir', dataDir]
  const done = await runJsonHere<{ accounts: { clientId: number; email: string; apiKey: string }[] }>(apply)
  const [shop, bank, kiosk] = done.accounts
  assert.equal(shop?.email, 'shop@jasmin.invalid')
  assert.equal(new Set(done.accounts.map(({ apiKey }) => apiKey)).size, 4)
  const { routing } = parse(await readFile(out, 'utf8')) as { routing: { when: object; route: string }[] }
  assert.deepEqual(
    routing.map(({ route, when }) => [route, when]),
    [
      ['order-50', { client: [bank?.clientId] }],
      ['order-40', { client: [shop?.clientId, kiosk?.clientId], to: ['2782', '2783'] }],
      ['order-30', { to: ['44'] }],
      ['order-20', { sender: ['ACME'] }],
    ],
  )
  const again = await runHere(apply)
  assert.match(again.stderr, /There is a user shop@jasmin\.invalid of client \d+ already/)
  const channel = await runJsonHere<Record<string, unknown>>([
    'channel',
    'show',
    '--channel',
    '1001',
    '--data-dir',
    dataDir,
  ])
  assert.deepEqual(
    [channel.address, channel.incomingHandler, channel.incomingUrl],
    ['27820001234', 'instance:jasmin', 'http://127.0.0.1/shop/mo.php'],
  )

  const gateway = await startGateway({ dataDir, args: ['--config', out] })
  try {
    const sent = await fetch(`${gateway.http}/send?username=shop&password=${shop?.apiKey}&to=27821234567&content=Hello`)
    assert.match(await sent.text(), /^Success "[0-9a-f-]{36}"$/)
    const balance = await fetch(`${gateway.http}/balance?username=shop&password=${shop?.apiKey}`)
    assert.deepEqual(await balance.json(), { balance: 12.48, sms_count: 'ND' })
    const disabled = await fetch(`${gateway.http}/balance?username=club&password=${done.accounts[3]?.apiKey}`)
    assert.equal(disabled.status, 403)
  } finally {
    await gateway.stop()
  }
})
