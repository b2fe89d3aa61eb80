import assert from 'node:assert/strict'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { PRIORITIES } from '@heliograph/contracts'
import type { Survey } from '@heliograph/engine'
import { deploymentFingerprint } from '../../../core/engine/src/database/deployment-fingerprint.ts'
import { useDatabase } from '../../../core/engine/test/support/database-fixture.ts'
import { type Diagnosis, diagnose, FINDING_KINDS } from '../src/doctor/diagnose.ts'
import type { DataFolder, Picture } from '../src/doctor/picture.ts'
import { runHere } from './support/cli-here.ts'
import { makeDataDir } from './support/gateway-process.ts'

const AT = new Date('2026-01-01T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(AT.getTime() - seconds * 1000)

const NODE = {
  name: 'a',
  roles: ['http', 'dispatch', 'webhooks', 'cron'],
  release: '1.2.0',
  startedAt: AT,
  silentSeconds: 3,
  clockOffset: { ms: 1_020, errorMs: 20 },
}
const LINK = { link: 'smsc/main', node: 'a', state: 'up', detail: null, routes: ['default'], pause: null } as const
const PAUSE = { at: AT, by: '' }
const SPARE = { ...LINK, link: 'smsc/spare' }
const FOLDER: DataFolder = { path: '/data', freeOctets: 50e9, allOctets: 100e9, openSecrets: [], endedWorkers: [] }
const CHORE = { name: 'figures', endedAt: AT.getTime() / 1000 - 60, hasFailed: false }
const WAITING = { route: 'default', priority: PRIORITIES.NORMAL, messages: 2, oldestAt: AT }

const WELL: Survey = {
  figures: {
    nodes: 1,
    oldestHeartbeatSeconds: 3,
    unleasedLinks: 0,
    webhooks: { dueSeconds: 60, waitingSeconds: 100, pausedEndpoints: 0 },
    unmatched: { receipts: 100, oldestSeconds: 50 },
  },
  slow: {
    databaseOctets: 1e9,
    schemaVersion: 49,
    kept: [{ data: 'messages', oldestSeconds: 1e6, overdueSeconds: 86_400 }],
    lowCreditClients: 0,
    chores: [CHORE, { ...CHORE, name: 'never', endedAt: 0 }],
  },
  nodes: [NODE],
  links: [LINK],
  holds: [],
  waiting: [],
  unknown: [],
  pausedWork: [],
  failedJobs: [],
  connections: { used: 90, room: 100 },
  at: AT,
  clockOffset: { ms: -1_050, errorMs: 60 },
  seenLater: undefined,
  isBeingRestored: false,
}

interface Row {
  readonly survey?: Partial<Survey>
  readonly slow?: Partial<Survey['slow']>
  readonly figures?: Partial<Survey['figures']>
  readonly picture?: Partial<Picture>
  /** What is found, each `<kind>: <text>`; in the order in which it is reported. */
  readonly found: readonly string[]
}

const check = { name: 'listener http', message: 'Its port is taken.', remedy: 'Choose another.' }
const queued = (priority: number, seconds: number) => ({ ...WAITING, priority, oldestAt: secondsAgo(seconds) })

const ROWS: readonly Row[] = [
  { found: [] },
  {
    picture: {
      checks: [
        { ...check, ok: false },
        { ...check, ok: true },
      ],
    },
    found: ['check-failed: listener http: Its port is taken. Choose another.'],
  },
  {
    picture: { checks: [{ ...check, ok: true, warning: true }] },
    found: ['check-warned: listener http: Its port is taken. Choose another.'],
  },
  {
    picture: { survey: undefined, unexamined: 'it is away' },
    found: ['deployment-unexamined: The deployment was not examined: it is away'],
  },
  {
    picture: { dataFolder: { ...FOLDER, freeOctets: 2 ** 29 - 1 } },
    found: ['disk-full: The disk of /data has 0.5 of 93.1 GiB left.'],
  },
  { picture: { dataFolder: { ...FOLDER, freeOctets: 2 ** 29, allOctets: 2 ** 32 } }, found: [] },
  {
    picture: { dataFolder: { ...FOLDER, freeOctets: 2 ** 29, allOctets: 2 ** 33 } },
    found: ['disk-filling: The disk of /data has 0.5 of 8.0 GiB left.'],
  },
  {
    picture: { dataFolder: { ...FOLDER, openSecrets: ['/data/master.key'] } },
    found: ['secrets-readable: Others may read /data/master.key.'],
  },
  {
    picture: {
      dataFolder: {
        ...FOLDER,
        endedWorkers: [
          { worker: 'a-1', at: '2026-01-01T11:00:00Z', reason: 'killed by SIGKILL' },
          { worker: 'a-2', at: '2026-01-01T11:01:00Z', reason: 'exit code 1' },
          { worker: 'a-1', at: '2026-01-01T11:02:00Z', reason: 'exit code 2' },
        ],
      },
    },
    found: [
      'worker-ended: Worker a-1 has ended 2 times, last at 2026-01-01T11:02:00Z: exit code 2.',
      'worker-ended: Worker a-2 has ended 1 time, last at 2026-01-01T11:01:00Z: exit code 1.',
    ],
  },
  { survey: { nodes: [], links: [] }, found: ['no-node: No node lives.'] },
  {
    survey: { nodes: [NODE, { ...NODE, name: 'b', silentSeconds: 10.1 }] },
    found: ['node-silent: Node b has been silent for 10 seconds.'],
  },
  { survey: { nodes: [NODE, NODE] }, found: ['node-namesakes: 2 nodes are called a.'] },
  {
    survey: { nodes: [NODE, { ...NODE, name: 'b', release: null }] },
    found: ['releases-differ: Nodes are of different releases: node a (release 1.2.0), node b (an earlier release).'],
  },
  {
    survey: { nodes: [{ ...NODE, roles: ['http'] }] },
    found: ['role-missing: No living node has the role dispatch.', 'role-missing: No living node has the role cron.'],
  },
  {
    survey: { clockOffset: { ms: 6_000, errorMs: 100 } },
    found: ['clock-wrong: The database is 6.0 s ahead of this machine.'],
  },
  {
    survey: { clockOffset: { ms: -1_200, errorMs: 100 } },
    found: ['clock-off: The database is 1.2 s behind this machine.'],
  },
  {
    survey: {
      nodes: [
        { ...NODE, clockOffset: { ms: -5_200, errorMs: 100 } },
        { ...NODE, name: 'b', clockOffset: { ms: 5_050, errorMs: 60 } },
        { ...NODE, name: 'c', clockOffset: null },
      ],
    },
    found: ['clock-wrong: The database is 5.2 s behind node a.', 'clock-off: The database is 5.0 s ahead of node b.'],
  },
  { survey: { links: [{ ...LINK, state: 'down' }, SPARE] }, found: ['link-down: Link smsc/main on node a is down.'] },
  {
    survey: { links: [{ ...LINK, node: null, state: 'standby' }, SPARE] },
    found: ['link-without-node: Link smsc/main is used by no node.'],
  },
  {
    survey: { links: [{ ...LINK, pause: PAUSE }, SPARE] },
    found: ['link-paused: Link smsc/main has been paused since 2026-01-01T12:00:00.000Z.'],
  },
  {
    survey: { links: [{ ...LINK, state: 'refused', routes: ['default', 'bulk'] }] },
    found: [
      'link-down: Link smsc/main on node a is refused.',
      'route-without-link: Route bulk has no link to send by.',
      'route-without-link: Route default has no link to send by.',
    ],
  },
  {
    survey: { holds: [{ kind: 'route', name: 'bulk', reason: 'asked for', at: AT }] },
    found: ['sending-held: Sending is on hold: route bulk (asked for).'],
  },
  { survey: { waiting: [queued(PRIORITIES.CRITICAL, 30), queued(PRIORITIES.NORMAL, 1_800)] }, found: [] },
  {
    survey: { waiting: [queued(PRIORITIES.CRITICAL, 31), queued(PRIORITIES.NORMAL, 1_801)] },
    found: [
      'queue-old-urgent: Waiting for route default: 2 messages of priority CRITICAL, one for 31 seconds.',
      'queue-old: Waiting for route default: 2 messages of priority NORMAL, one for 30 minutes.',
    ],
  },
  {
    survey: { unknown: [1, 2].map((messages) => ({ clientId: 1, route: 'default', messages, oldestAt: AT })) },
    found: ['unknown-outcomes: The outcome of 3 messages is unknown.'],
  },
  {
    figures: { unmatched: { receipts: 101, oldestSeconds: 1 } },
    found: ['receipts-unmatched: Receipts that fit no message: 101.'],
  },
  {
    figures: { webhooks: { dueSeconds: 61, waitingSeconds: 0, pausedEndpoints: 0 } },
    found: ['webhooks-late: A webhook has been due for 61 seconds.'],
  },
  {
    figures: { webhooks: { dueSeconds: 0, waitingSeconds: 7_200, pausedEndpoints: 1 } },
    found: ['webhooks-paused: Endpoints that fail: 1; the oldest webhook has waited for 2 hours.'],
  },
  { slow: { lowCreditClients: 2 }, found: ['credit-low: Clients with little credit left: 2.'] },
  {
    survey: { seenLater: '2026-01-02 00:00:00+00' },
    found: [
      'database-older: The database is older than this node remembers: its data had come to 2026-01-02 00:00:00+00.',
    ],
  },
  {
    survey: { isBeingRestored: true },
    found: ['restore-unfinished: The restored database has not been looked through.'],
  },
  {
    survey: { connections: { used: 91, room: 100 } },
    found: ['connections-short: 91 of 100 connections are in use.'],
  },
  {
    survey: { failedJobs: [{ task: 'chore', jobs: 1, attempts: 3 }] },
    found: ['jobs-failing: 1 job "chore" failed, one 3 times.'],
  },
  { slow: { chores: [{ ...CHORE, hasFailed: true }] }, found: ['chore-failed: The chore "figures" failed.'] },
  {
    slow: { chores: [{ ...CHORE, endedAt: CHORE.endedAt - 7_200 }] },
    found: ['chore-late: The chore "figures" last ended 2 hours ago.'],
  },
  {
    survey: { pausedWork: [{ kind: 'upload', key: '7', pausedAt: AT, ends: 2 }] },
    found: ['work-paused: The upload 7 is paused.'],
  },
  {
    slow: {
      kept: ['messages', 'contact-audit'].map((data) => ({ data, oldestSeconds: 0, overdueSeconds: 2 * 86_400 })),
    },
    found: [
      'retention-behind: Some messages should have been removed 2 days ago.',
      'retention-behind: Some changes of contacts should have been removed 2 days ago.',
    ],
  },
]

const pictureOf = ({ survey, slow, figures, picture }: Row): Picture => ({
  checks: [],
  routes: ['default'],
  dataFolder: FOLDER,
  unexamined: undefined,
  survey: { ...WELL, ...survey, slow: { ...WELL.slow, ...slow }, figures: { ...WELL.figures, ...figures } },
  ...picture,
})

const reported = (findings: readonly Diagnosis[]) => findings.map(({ id, text }) => `${id}: ${text}`)

describe('what doctor finds', () => {
  for (const row of ROWS) {
    it(
      row.found.map((text) => text.split(':')[0]).join(', ') || 'nothing where all is well or just within bounds',
      () => {
        assert.deepEqual(reported(diagnose(pictureOf(row))).toSorted(), row.found.toSorted())
      },
    )
  }

  it('is in the table above, every kind of it', () => {
    const planted = new Set(ROWS.flatMap(({ found }) => found.map((text) => text.split(':')[0])))
    assert.deepEqual(
      FINDING_KINDS.map(({ id }) => id).filter((id) => !planted.has(id)),
      [],
    )
  })

  it('is reported with errors first', () => {
    const row = { slow: { lowCreditClients: 1 }, survey: { nodes: [], links: [], isBeingRestored: true }, found: [] }
    assert.deepEqual(
      diagnose(pictureOf(row)).map(({ severity }) => severity),
      ['error', 'warning', 'warning'],
    )
  })
})

describe('heliograph doctor', () => {
  const database = useDatabase()
  let folder: Awaited<ReturnType<typeof makeDataDir>>
  let config: string
  before(async () => {
    folder = await makeDataDir()
    config = join(folder.path, 'gateway.yaml')
    await writeFile(config, CONFIGURATION)
  })
  after(() => folder.remove())

  const doctor = async (...more: string[]) => {
    const place = ['--config', config, '--data-dir', folder.path, '--set', `database.url=${database.url}`]
    const { code, stdout, stderr } = await runHere(['doctor', ...place, ...more, '--json'])
    const answer = JSON.parse(stdout || stderr)
    return { code, found: reported(answer.findings ?? answer.error.details) }
  }

  it('is content with a deployment that is well', async () => {
    const { sql } = database
    await sql`
      insert into node (node_id, name, roles, links)
      values (gen_random_uuid(), 'a', '{http,dispatch,webhooks,cron}', '{sim/main}')`
    await sql`insert into link_lease (link, lease) select 'sim/main', lease from node`
    await sql`
      insert into link_report (lease, link, sign, pdus)
      select lease, 'sim/main', ${JSON.stringify({ link: 'sim/main', state: 'up', routes: ['default'] })}, '[]' from node`
    const { code, found } = await doctor()
    assert.deepEqual([code, found.map((text) => text.split(': ', 2).join(': '))], [0, [SERVER]])
  })

  it('finds what is planted in its database and its folder', async () => {
    const { sql } = database
    await sql`update node set beat_at = now() - interval '12 seconds'`
    await sql`
      insert into node (node_id, name, roles, links) select gen_random_uuid(), 'b', '{http}', '{sim/main,sim/none}'
      from generate_series(1, 2)`
    await sql`update link_report set sign = replace(sign, 'up', 'down')`
    await sql`insert into link_pause (link, by) values ('sim/none', '')`
    await sql`insert into sending_hold (kind, name, reason) values ('deployment', '', 'a test')`
    await sql`
      insert into webhook_batch (webhook_ids, attempts, endpoint, since, due_at) values
        ('{1}', 0, null, now() - interval '90 seconds', now() - interval '90 seconds'),
        ('{2}', 9, '1 dead', now() - interval '2 hours', now() + interval '1 hour')`
    await sql`
      insert into unmatched_receipt (carrier, network_id, candidates, status, network_status, done_at)
      select 'sim', n::text, '{}', 'delivered', '', now() from generate_series(1, 101) as n`
    await sql`
      insert into chore (name, lease, node, begun_at, ended_at, error)
      values ('loans', 1, 'a', now(), now() - interval '5 hours', 'no')`
    await sql`insert into work_start (kind, key, since, ends, paused_at) values ('upload', '7', now(), 2, now())`
    await sql`update deployment set open_below = 1`
    await sql`update id_range set closed_at = now() - interval '9000 days' where from_id = (select min(from_id) from id_range)`
    await sql`
      insert into batch (batch_id, route, priority, due_at, sms_ids) values
        (1, 'default', ${PRIORITIES.HIGH}, now() - interval '1 minute', '{1}'),
        (2, 'default', ${PRIORITIES.LOW}, now() - interval '1 hour', '{2}')`
    const smsId = await database.addMessage(await database.addAccount({ credit: '0.01' }))
    await sql`insert into message_state (sms_id, state, attempt) values (${smsId}::bigint, 'unknown', 1)`
    await sql`
      insert into submission (sms_id, attempt, part, series, carrier, link, state, submitted_at, held_recipient)
      values (${smsId}::bigint, 1, 1, 1, 'sim', 'sim/main', 'unknown', now(), '27831234567')`
    const [deployment] = await sql<{ salt: Buffer }[]>`select id_salt as salt from deployment`
    const seen = {
      deployment: deploymentFingerprint(deployment?.salt as Buffer),
      at: '2999-01-01 00:00:00+00',
      block: 1,
    }
    await writeFile(join(folder.path, 'database-seen.json'), JSON.stringify(seen))
    await sql`select graphile_worker.add_job('chore', '{}')`
    await sql`update graphile_worker._private_jobs set last_error = 'no', attempts = 2`
    await writeFile(join(folder.path, 'master.key'), 'ab'.repeat(32))
    await chmod(join(folder.path, 'master.key'), 0o644)
    const { code, found } = await doctor()
    assert.equal(code, 1)
    assert.deepEqual(
      [...new Set(found.map((text) => text.split(':')[0]))].toSorted(),
      [
        'check-warned',
        'chore-failed',
        'chore-late',
        'credit-low',
        'database-older',
        'jobs-failing',
        'link-down',
        'link-paused',
        'node-namesakes',
        'node-silent',
        'queue-old',
        'queue-old-urgent',
        'receipts-unmatched',
        'restore-unfinished',
        'retention-behind',
        'role-missing',
        'route-without-link',
        'secrets-readable',
        'sending-held',
        'unknown-outcomes',
        'webhooks-late',
        'webhooks-paused',
        'work-paused',
      ].toSorted(),
    )
  })

  it('says so when the database does not answer, and when the configuration cannot be read', async () => {
    const away = await doctor('--set', 'database.url=postgres://127.0.0.1:1/none')
    const unread = await doctor('--set', 'no.such=key')
    assert.deepEqual(
      [away, unread].map(({ code, found }) => [code, found.map((text) => text.split(':')[0])]),
      [
        [1, ['check-failed', 'deployment-unexamined', 'secrets-readable']],
        [1, ['check-failed', 'deployment-unexamined']],
      ],
    )
  })

  it('leaves an older schema as it is, and says so', async () => {
    await database.sql`delete from schema_migration where version = (select max(version) from schema_migration)`
    const { code, found } = await doctor()
    assert.equal(code, 1)
    assert.ok(
      found.includes('deployment-unexamined: The deployment was not examined: it lacks 1 migration of this release.'),
      found.join('\n'),
    )
  })
})

/** The server of the tests keeps nothing when its machine ends. */
const SERVER = 'check-warned: durability'

const CONFIGURATION = `
http: { port: 0, host: 127.0.0.1 }
admin: { port: 0 }
publicUrl: http://127.0.0.1
instances: { sim: { use: '@heliograph/carrier-simulator' } }
`
