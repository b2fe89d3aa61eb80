import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TriedReplica } from '@heliograph/engine'
import { startPgBouncer } from '../../../core/engine/test/support/pgbouncer.ts'
import { type PrimaryAndStandby, startPrimaryAndStandby } from '../../../core/engine/test/support/standby.ts'
import { judgeReplica, replicaConnections } from '../src/check/check-replica.ts'
import type { Finding } from '../src/check/finding.ts'
import { runHere } from './support/cli-here.ts'
import { makeDataDir, type TestDataDir } from './support/gateway-process.ts'

// What `check` and `doctor` say of `database.reportUrl`.

const SOUND: TriedReplica = { verdict: 'reached', lagMs: 0, hasFeedback: true, room: 97 }

interface Row {
  readonly name: string
  readonly tried?: Partial<TriedReplica>
  readonly nodes?: number
  /** The findings that are not good, with words that their message or remedy has. */
  readonly found: readonly (readonly ['bad' | 'warning', string, RegExp])[]
}

const ROWS: readonly Row[] = [
  { name: 'a sound one', found: [] },
  { name: 'one before the first start', tried: { verdict: undefined }, found: [] },
  {
    name: 'one that is behind',
    tried: { verdict: 'behind', lagMs: 42_000 },
    found: [['warning', 'replica', /42 s.*pg_stat_replication/s]],
  },
  {
    name: 'a primary',
    tried: { verdict: 'not-a-standby' },
    found: [['warning', 'replica', /primary.*target_session_attrs=standby/s]],
  },
  {
    name: 'one that another primary left behind',
    tried: { verdict: 'other-timeline' },
    found: [['warning', 'replica', /timeline/]],
  },
  { name: 'another database', tried: { verdict: 'other-database' }, found: [['bad', 'replica', /another database/]] },
  {
    name: 'one that tells the primary nothing',
    tried: { hasFeedback: false },
    found: [['warning', 'replica feedback', /hot_standby_feedback on/]],
  },
  { name: 'room for two nodes', tried: { room: 15 }, nodes: 2, found: [] },
  {
    name: 'too little room for two nodes',
    tried: { room: 14 },
    nodes: 2,
    found: [['warning', 'replica connections', /takes 14; the nodes want 15/]],
  },
]

describe('a standby for reads', () => {
  for (const { name, tried, nodes = 1, found } of ROWS)
    it(name, () => {
      const findings = judgeReplica({ ...SOUND, ...tried }, replicaConnections(4, nodes))
      const wrong = findings.filter(({ ok, warning }) => !ok || warning)
      assert.deepEqual(
        wrong.map(({ ok, name }) => [ok ? 'warning' : 'bad', name]),
        found.map(([severity, name]) => [severity, name]),
      )
      for (const [index, [, , words]] of found.entries())
        assert.match(`${wrong[index]?.message} ${wrong[index]?.remedy}`, words)
    })
})

describe('database.reportUrl', () => {
  let pair: PrimaryAndStandby
  let folder: TestDataDir
  before(async () => {
    pair = await startPrimaryAndStandby()
    folder = await makeDataDir()
  })
  after(async () => {
    await folder.remove()
    await pair.stop()
  })

  const PORTS = ['http.port=0', 'admin.port=0', 'instances.smpp.config.port=0', 'instances.email.config.port=0']

  /** `PRIMARY` and `STANDBY` stand for the URLs of the two servers. */
  async function run(command: string, settings: readonly string[]) {
    const given = settings.map((setting) =>
      setting.replace('PRIMARY', pair.primary.url).replace('STANDBY', pair.standby.url),
    )
    const overrides = [...PORTS, ...given].flatMap((setting) => ['--set', setting])
    const { stdout, stderr } = await runHere([command, '--data-dir', folder.path, ...overrides, '--json'])
    return stdout === '' ? stderr : stdout
  }

  /** What `check` says of the setting, whatever else is wrong (the portal may not have been built). */
  async function check(settings: readonly string[]): Promise<readonly string[]> {
    const output = JSON.parse(await run('check', settings)) as {
      readonly findings?: readonly Finding[]
      readonly error?: { readonly details: readonly Finding[] }
    }
    return (output.findings ?? output.error?.details ?? [])
      .filter((finding) => finding.name.startsWith('replica') || JSON.stringify(finding).includes('database.reportUrl'))
      .map(({ name, ok, warning, message, remedy }) => {
        const severity = ok ? (warning ? 'WARN' : 'ok') : 'BAD'
        return `${severity} ${name}: ${message} ${remedy}`
      })
  }

  const away = () => pair.standby.url.replace(/:\d+\//, ':1/')
  const elsewhere = () => pair.primary.url.replace('127.0.0.1', 'localhost')
  const otherDatabase = () => pair.standby.url.replace(/\/heliograph$/, '/postgres')

  const CASES: readonly {
    readonly name: string
    readonly settings: () => readonly string[]
    readonly found: RegExp
  }[] = [
    {
      name: 'a standby',
      settings: () => ['database.reportUrl=STANDBY'],
      found: /^ok replica: .*all that the primary has/m,
    },
    {
      name: 'a standby, without TLS',
      settings: () => ['database.reportUrl=STANDBY'],
      found: /^ok encryption: none; sslmode in database\.reportUrl/m,
    },
    {
      name: 'a standby with room',
      settings: () => ['database.reportUrl=STANDBY'],
      found: /^ok replica connections: .*97/m,
    },
    {
      name: 'one that is away',
      settings: () => [`database.reportUrl=${away()}`],
      found: /^WARN replica: database\.reportUrl cannot be used, so the primary answers reads/m,
    },
    {
      name: 'the primary by another name',
      settings: () => [`database.reportUrl=${elsewhere()}`],
      found: /^WARN replica: .*leads to a primary/m,
    },
    {
      name: 'the same URL',
      settings: () => ['database.reportUrl=PRIMARY'],
      found: /^BAD .*database\.reportUrl.*same server as database\.url/ms,
    },
    {
      name: 'another database of the standby',
      settings: () => [`database.reportUrl=${otherDatabase()}`],
      found: /^BAD replica: .*another database than database\.url/m,
    },
    {
      name: 'a URL that asks for the primary',
      settings: () => ['database.reportUrl=STANDBY?target_session_attrs=read-write'],
      found: /^BAD .*asks for the primary/m,
    },
    {
      name: 'no URL',
      settings: () => ['database.reportUrl=http://x'],
      found: /^BAD .*database\.reportUrl.*not the URL/ms,
    },
  ]

  for (const { name, settings, found } of CASES)
    it(`leads to ${name}`, async () => {
      assert.match((await check(['database.url=PRIMARY', ...settings()])).join('\n'), found)
    })

  it('needs database.url', async () => {
    assert.match(
      (await check(['database.reportUrl=STANDBY'])).join('\n'),
      /^BAD .*which is not set.*Set database\.url/ms,
    )
  })

  it('past a pooler: one that shares sessions is refused', async (t) => {
    const url = await startPgBouncer(t, pair.standby.url, 'transaction', [])
    if (url === undefined) return
    const found = await check(['database.url=PRIMARY', `database.reportUrl=${url}`])
    assert.match(found.join('\n'), /^BAD pooler: .*Let database\.reportUrl lead to the standby itself/ms)
  })

  it('that can never work is refused by start, before anything is written', async () => {
    const text = await run('start', ['database.url=PRIMARY', `database.reportUrl=${otherDatabase()}`])
    assert.match(text, /unfit-database.*another database/s)
  })

  it('that is away is a finding of doctor, and no error', async () => {
    const text = await run('doctor', ['database.url=PRIMARY', `database.reportUrl=${away()}`])
    assert.match(text, /"id":"check-warned","severity":"warning","text":"replica/)
  })
})
