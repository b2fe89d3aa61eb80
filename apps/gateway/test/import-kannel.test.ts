import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { planKannelImport } from '../src/import/import-kannel.ts'
import { runHere, runJsonHere } from './support/cli-here.ts'
import { startGateway } from './support/gateway-process.ts'
import { twentySmscs } from './support/kannel/twenty.ts'

/** Where Debian's package puts the examples of Kannel's manual. */
const EXAMPLES = '/usr/share/doc/kannel/examples'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-import-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function planOf(text: string) {
  const file = join(folder, 'kannel.conf')
  await writeFile(file, text)
  return planKannelImport(file)
}

const SMSC = 'group = smsc\nsmsc = smpp\nhost = smsc.example\nport = 2775\nsmsc-username = u\nsmsc-password = p\n'
const LINK = { hosts: ['smsc.example:2775'], systemId: 'u', password: 'p', bind: 'transmitter-receiver' }

/** Settings of an `smsc` group, and what the link has for them. */
const SETTINGS: readonly (readonly [settings: string, link: Readonly<Record<string, unknown>>])[] = [
  ['transceiver-mode = true', { bind: undefined }],
  ['transceiver-mode = false', {}],
  ['use-ssl = true', { tls: {} }],
  ['throughput = 12.5', { rate: 12.5 }],
  ['max-pending-submits = 40', { window: 40 }],
  ['enquire-link-interval = 45', { enquireLinkMs: 45_000 }],
  ['reconnect-delay = 5', { reconnectMinMs: 5_000 }],
  ['wait-ack = 90', { responseTimeoutMs: 90_000 }],
  ['instances = 3', { binds: 3 }],
  ['system-type = "VMA"', { systemType: 'VMA' }],
  ['service-type = "CMT"', { serviceType: 'CMT' }],
  ['address-range = "^27"', { addressRange: '^27' }],
  ['source-addr-ton = 5\nsource-addr-npi = 0', { sender: { international: { ton: 5, npi: 0 } } }],
  [
    'source-addr-autodetect = no\nsource-addr-ton = 2',
    { sender: { international: { ton: 2 }, short: { ton: 2 }, alphanumeric: { ton: 2 } } },
  ],
  ['dest-addr-ton = 2\ndest-addr-npi = 8', { recipient: { ton: 2, npi: 8 } }],
  ['msg-id-type = 0x00', { idFormat: 'string' }],
  ['msg-id-type = 0x01', { idFormat: 'decimal' }],
  ['msg-id-type = 0x02', { idFormat: 'hex' }],
  ['alt-charset = "ISO-8859-1"', { alphabet: 'latin1' }],
  ['alt-charset = "ASCII"', { alphabet: 'ascii' }],
]

describe('a link', () => {
  for (const [settings, link] of SETTINGS)
    test(`${settings.replace('\n', ', ')}: ${JSON.stringify(link)}`, async () => {
      const plan = await planOf(`${SMSC}${settings}\n`)
      const expected = Object.entries({ ...LINK, ...link }).filter(([, value]) => value !== undefined)
      assert.deepEqual(plan.links, { 'smsc-example': Object.fromEntries(expected) })
      const links = ['smsc/smsc-example']
      assert.deepEqual(plan.routes, { default: { links }, 'smsc-example': { links } })
    })

  test('of another kind is named with its reason', async () => {
    const { links, findings } = await planOf('group = smsc\nsmsc = at\nsmsc-id = modem\ndevice = /dev/ttyS0\n')
    assert.deepEqual(links, {})
    assert.deepEqual(findings, [
      {
        place: 'kannel.conf:2',
        subject: 'smsc modem: smsc',
        outcome: 'not',
        how: 'at is not SMPP; see the carrier packages for other protocols',
      },
    ])
  })
})

describe('a file', () => {
  for (const [name, text, problem] of [
    ['a line that is no setting', 'group = core\nnonsense\n', /kannel\.conf:2: this is no setting: nonsense/],
    ['a setting without a group', 'admin-port = 1\n', /kannel\.conf:1: admin-port is in no group/],
    ['an include that is missing', 'include = "gone.conf"\n', /gone\.conf cannot be read/],
  ] as const)
    test(`${name} is refused`, () => assert.rejects(planOf(text), problem))

  test('includes others, each once', async () => {
    await writeFile(join(folder, 'more.conf'), `${SMSC}include = "kannel.conf"\n`)
    const { links } = await planOf('group = core\nadmin-port = 1\ninclude = "more.conf"\n')
    assert.deepEqual(Object.keys(links), ['smsc-example'])
  })

  test('every line of every example of Kannel is accounted for', { skip: examples().length === 0 }, () => {
    for (const name of examples()) {
      const { findings } = planKannelImport(join(EXAMPLES, name))
      for (const { how, outcome } of findings) assert.ok(how !== '' && ['done', 'differently', 'not'].includes(outcome))
    }
  })
})

function examples(): readonly string[] {
  try {
    return readdirSync(EXAMPLES).filter((name) => name.endsWith('.conf'))
  } catch {
    return []
  }
}

test('20 links, groups, users and services', async () => {
  const plan = await planOf(twentySmscs())
  assert.equal(Object.keys(plan.links).length, 20)
  const linksOf = (network: string) =>
    Object.keys(plan.links).flatMap((name) => (name.startsWith(network) ? [`smsc/${name}`] : []))
  assert.deepEqual(plan.routes, {
    default: {
      links: [...linksOf('alpha'), ...linksOf('beta')].sort((a, b) => orderOf(plan.links, a) - orderOf(plan.links, b)),
    },
    ...Object.fromEntries(['alpha', 'beta', 'gamma', 'delta'].map((network) => [network, { links: linksOf(network) }])),
  })
  assert.deepEqual(plan.rules, [{ name: 'recipients of gamma', when: { to: ['2782', '2783'] }, route: 'gamma' }])
  assert.deepEqual(
    plan.accounts.map(({ name, address, networks, password, route }) => [name, address, networks, password, route]),
    [
      ['shop', '27820001234', ['10.1.0.0/16', '192.0.2.7/32'], 'password of shop', undefined],
      ['bank', '27820005678', [], 'password of bank', 'delta'],
      ['club', undefined, [], undefined, undefined],
    ],
  )
  assert.deepEqual(plan.interfaces[0]?.config, { path: '/send-sms', domain: 'kannel.invalid' })
  const lines = twentySmscs()
    .split('\n')
    .filter((line) => line.includes(' = ') && !line.startsWith('group'))
  assert.equal(plan.findings.length, lines.length, 'a finding for each line')
})

function orderOf(links: object, name: string): number {
  return Object.keys(links).indexOf(name.replace('smsc/', ''))
}

test('shown first, then done, and a program goes on with its user name and password', async () => {
  const file = join(folder, 'old.conf')
  await writeFile(
    file,
    twentySmscs()
      .replaceAll(/(host = )127\.0\.0\.\d+/g, '$1127.0.0.1')
      .replaceAll('port = 2775', 'port = 1'),
  )
  const dataDir = join(folder, 'data')
  const out = join(folder, 'new.yaml')
  const before = await runHere(['import', 'kannel', file])
  assert.match(before.stdout, /Clients that would be added: shop, bank, club\./)
  assert.match(before.stdout, /Nothing has been changed/)
  assert.doesNotMatch(before.stdout, /secret\d|password of/)
  const done = await runJsonHere<{ accounts: { clientId: number; email: string; apiKey: string | null }[] }>([
    'import',
    'kannel',
    file,
    '--apply',
    '--out',
    out,
    '--data-dir',
    dataDir,
  ])
  assert.deepEqual(
    done.accounts.map(({ email, apiKey }) => [email, apiKey !== null]),
    [
      ['shop@kannel.invalid', false],
      ['bank@kannel.invalid', false],
      ['club@kannel.invalid', true],
    ],
  )
  const { routing } = parse(await readFile(out, 'utf8')) as { routing: { when: object; route: string }[] }
  assert.deepEqual(routing[0], {
    name: 'messages of bank',
    when: { client: [done.accounts[1]?.clientId] },
    route: 'delta',
  })
  const again = await runHere(['import', 'kannel', file, '--apply', '--out', out, '--data-dir', dataDir])
  assert.match(again.stderr, /There is a user shop@kannel\.invalid of client \d+ already/)

  const gateway = await startGateway({ dataDir, args: ['--config', out] })
  try {
    const query = 'username=bank&password=password+of+bank&to=27821234567&text=Hello'
    const answer = await fetch(`${gateway.http}/send-sms?${query}`)
    assert.equal(await answer.text(), '0: Accepted for delivery')
  } finally {
    await gateway.stop()
  }
})
