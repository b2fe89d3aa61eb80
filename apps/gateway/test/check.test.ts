import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type FakeSmsc, startFakeSmsc } from '@heliograph/testkit'
import { runHere } from './support/cli-here.ts'

// What check finds beyond what the schemas of the configuration say.

interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  readonly remedy?: string
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
        main: { hosts: ['127.0.0.1:${smsc}'], systemId: us, password: secret, connectTimeoutMs: 2000 }
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
    message: /no TLS peer to trust|cannot be reached/,
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

function findingsOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): readonly Finding[] {
  if (stdout !== '') return (JSON.parse(stdout) as { findings: Finding[] }).findings
  return (JSON.parse(stderr) as { error: { details: Finding[] } }).error.details
}
