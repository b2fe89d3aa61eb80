import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type FakeSmsc, startFakeSmsc } from '@heliograph/testkit'
import { runHere } from './support/cli-here.ts'

// Findings of `check` beyond those of the configuration's schemas.

interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  readonly remedy?: string
  readonly warning?: true
  readonly details?: Readonly<Record<string, unknown>>
  readonly stack?: string
}

const CONFIGURATION = (smsc: number, port: number) => `
http: { port: 0, host: 127.0.0.1 }
admin: { port: 0 }
instances:
  smpp: { use: '@heliograph/adapter-smpp', config: { host: 127.0.0.1, port: ${port} } }
  smsc:
    use: '@heliograph/carrier-smpp'
    config:
      links:
        main: { hosts: ['127.0.0.1:${smsc}'], systemId: us, password: of-tests, connectTimeoutMs: 2000 }
`

let folder: string
let smsc: FakeSmsc
const busy = createServer()
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-check-'))
  smsc = await startFakeSmsc()
  busy.listen(0, '127.0.0.1')
  await once(busy, 'listening')
})
after(async () => {
  busy.close()
  await smsc.stop()
  await rm(folder, { recursive: true })
})

interface Row {
  readonly name: string
  readonly set?: readonly string[]
  readonly smppPort?: () => number
  readonly finding: string
  readonly ok: boolean
  readonly message: RegExp
  readonly remedy?: RegExp
}

const ROWS: readonly Row[] = [
  { name: 'routes that lead somewhere', finding: 'routes', ok: true, message: /links smsc\/main/ },
  {
    name: 'a route to a link that is not there',
    set: ['routes.default.links=[smsc/other]'],
    finding: 'routes',
    ok: false,
    message: /'smsc\/other'; links that exist: smsc\/main/,
  },
  {
    name: 'a rule for a country that is not there',
    set: ['routing=[{ when: { country: [QQ] }, route: default }]'],
    finding: 'routes',
    ok: false,
    message: /no country 'QQ'/,
  },
  {
    name: 'a database that cannot be reached',
    set: ['database.url=postgres://127.0.0.1:1/none'],
    finding: 'database',
    ok: false,
    message: /ECONNREFUSED/,
    remedy: /that the server runs/,
  },
  {
    name: 'certificates for the database that cannot be read',
    set: ['database.url=postgres://127.0.0.1:1/none?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'],
    finding: 'database.url (--set)',
    ok: false,
    message: /\/nowhere\/ca\.pem \(sslrootcert\) cannot be read/,
    remedy: /full path/,
  },
  { name: 'an SMSC that can be reached', finding: 'smsc: link main', ok: true, message: /can be reached/ },
  {
    name: 'an SMSC that cannot be reached',
    set: ["instances.smsc.config.links.main.hosts=['127.0.0.1:1']"],
    finding: 'smsc: link main',
    ok: false,
    message: /127\.0\.0\.1:1 cannot be reached/,
    remedy: /hosts/,
  },
  {
    name: 'an SMSC that speaks no TLS',
    set: ['instances.smsc.config.links.main.tls={}'],
    finding: 'smsc: link main',
    ok: false,
    message: /not a trusted TLS peer|cannot be reached/,
  },
  { name: 'a port for SMPP that is free', finding: 'listener smpp', ok: true, message: /is free/ },
  {
    name: 'a port for SMPP that is taken',
    smppPort: () => (busy.address() as AddressInfo).port,
    finding: 'listener smpp',
    ok: false,
    message: /in use/,
    remedy: /--set instances\.smpp\.config\.port=0/,
  },
]

for (const { name, set = [], smppPort = () => 0, finding, ok, message, remedy } of ROWS) {
  test(`check: ${name}`, async () => {
    const config = join(folder, `${finding.replace(/\W/g, '-')}-${ok}.yaml`)
    await writeFile(config, CONFIGURATION(smsc.port, smppPort()))
    const overrides = set.flatMap((override) => ['--set', override])
    const finished = await runHere(['check', '--config', config, '--data-dir', folder, ...overrides, '--json'])
    const found = findingsOf(finished).filter((each) => each.name === finding)
    assert.equal(found.length, 1, `${finished.stdout}${finished.stderr}`)
    assert.equal(found[0]?.ok, ok, found[0]?.message)
    assert.match(found[0]?.message ?? '', message)
    if (remedy) assert.match(found[0]?.remedy ?? '', remedy)
    assert.equal(finished.code, ok ? 0 : 1)
  })
}

const BROKEN = `
const failed = \`no way, \${process.env.BROKEN_PASSWORD}\`
throw new Error(failed)
`

describe('an instance that cannot be loaded', () => {
  let config: string
  before(async () => {
    process.env.BROKEN_PASSWORD = 'opensesame'
    await writeFile(join(folder, 'broken.mjs'), BROKEN)
    config = join(folder, 'broken.yaml')
    const instance = `instances: { bad: { use: ./broken.mjs, config: { password: { env: BROKEN_PASSWORD } } } }`
    await writeFile(config, `http: { port: 0 }\nadmin: { port: 0 }\n${instance}\n`)
  })
  after(() => {
    delete process.env.BROKEN_PASSWORD
  })
  const check = (...more: string[]) => runHere(['check', '--config', config, '--data-dir', folder, ...more])
  const optional = ['--set', 'instances.bad.optional=true']

  test('is wrong; with --json it has its stack, and never a secret', async () => {
    const finished = await check('--json')
    const bad = findingsOf(finished).find(({ name }) => name.startsWith('instances.bad.use'))
    assert.deepEqual([finished.code, bad?.ok], [1, false])
    assert.match(bad?.message ?? '', /no way, \[redacted\] \(.*\/broken\.mjs:3\)$/)
    assert.match(bad?.stack ?? '', /no way.*\n.*broken\.mjs:3:\d+/)
    assert.doesNotMatch(finished.stderr, /opensesame/)
  })

  test('shows its stack with --verbose only', async () => {
    const [short, verbose] = [await check(), await check('--verbose')]
    assert.match(short.stdout, /^BAD {2}instances\.bad\.use .*no way/m)
    assert.doesNotMatch(short.stdout, /^ +at /m)
    assert.match(verbose.stdout, /^ +at .*broken\.mjs:3:\d+/m)
    assert.match(verbose.stdout, /^ok +configuration: .*\n +packages: node_modules of .*, then node_modules of /m)
    assert.doesNotMatch(verbose.stdout, /opensesame/)
  })

  test('is a warning when it is optional', async () => {
    const finished = await check('--json', ...optional, '--set', 'instances.sim.use=@heliograph/carrier-simulator')
    const bad = findingsOf(finished).find(({ name }) => name.startsWith('instances.bad.use'))
    assert.deepEqual([finished.code, bad?.ok, bad?.warning], [0, true, true], finished.stderr)
    const routes = ['--set', 'routes.default.links=[bad/main, sim]']
    const text = await check(...optional, '--set', 'instances.sim.use=@heliograph/carrier-simulator', ...routes)
    assert.match(text.stdout, /^WARN instances\.bad\.use /m)
    assert.match(text.stdout, /\nIt can start, with 1 warning\.\n$/)
  })
})

test('check tells what was loaded from where, and which server takes requests', async () => {
  const config = join(folder, 'loaded.yaml')
  await writeFile(config, CONFIGURATION(smsc.port, 0))
  const args = ['check', '--config', config, '--data-dir', folder]
  const findings = findingsOf(await runHere([...args, '--json']))
  const { details } = findings.find(({ name }) => name === 'instance smpp') ?? {}
  assert.match(String(details?.folder), /adapters\/smpp\/$/)
  assert.deepEqual([details?.package, details?.contract], ['@heliograph/adapter-smpp', 1])
  assert.match(findings.find(({ name }) => name === 'server of http')?.message ?? '', /^(uws|node)$/)
  const { stdout } = await runHere([...args, '--verbose'])
  assert.match(
    stdout,
    /^ok +instance smpp: adapter smpp .*\n +package: @heliograph\/adapter-smpp\n +version: .*\n +folder: .*\n +contract: 1$/m,
  )
})

function findingsOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): readonly Finding[] {
  if (stdout !== '') return (JSON.parse(stdout) as { findings: Finding[] }).findings
  return (JSON.parse(stderr) as { error: { details: Finding[] } }).error.details
}
