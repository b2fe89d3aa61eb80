import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { useDatabase } from '../../../core/engine/test/support/database-fixture.ts'
import { askMetrics, readSamples } from '../src/support/ask-metrics.ts'
import { withoutPeople } from '../src/support/without-people.ts'
import { runHere } from './support/cli-here.ts'
import { makeDataDir } from './support/gateway-process.ts'

/** What must not be in the file, by where it is planted. */
const PLANTED = {
  adminToken: 'admin-token-xyzzy',
  masterKey: 'cd'.repeat(32),
  linkPassword: 'pw-xyzzy',
  envSecret: 'from-env-xyzzy',
  sender: '27820000991',
  recipient: '27820000992',
  text: 'your code is plugh',
  textOfIncoming: 'stop plover',
  contact: '27820000993',
  contactNote: 'called by Ms Fee',
  auditEmail: 'fie@example.com',
  auditDetail: 'foe and foo',
  webhookUrl: 'hooks.example.com/secret',
  webhookBody: 'body of fum',
  holdReason: 'asked by 082 000 0994',
  choreError: 'Key (body)=(fum fee)',
  jobError: 'cannot send "plugh"',
  detail: 'bound as user-xyzzy',
  pdu: 'pdu-of-plugh',
  pauseBy: 'operator@example.com',
  clientName: 'Fee and Fie Limited',
} as const

const CONFIGURATION = `
http: { port: 0, host: 127.0.0.1 }
admin: { port: 0, token: ${PLANTED.adminToken} }
security: { masterKey: ${PLANTED.masterKey} }
publicUrl: http://127.0.0.1
instances:
  sim: { use: '@heliograph/carrier-simulator' }
  smsc:
    use: '@heliograph/carrier-smpp'
    config:
      links:
        main: { hosts: ['127.0.0.1:1'], systemId: us, password: ${PLANTED.linkPassword} }
        short: { hosts: ['127.0.0.1:1'], systemId: us, password: abc }
        other: { hosts: ['127.0.0.1:1'], systemId: us, password: { env: SUPPORT_TEST_SECRET } }
`

describe('heliograph support', () => {
  const database = useDatabase()
  let folder: Awaited<ReturnType<typeof makeDataDir>>
  before(async () => {
    folder = await makeDataDir()
    process.env.SUPPORT_TEST_SECRET = PLANTED.envSecret
  })
  after(async () => {
    delete process.env.SUPPORT_TEST_SECRET
    await folder.remove()
  })

  const support = async (...more: string[]) => {
    const config = join(folder.path, 'gateway.yaml')
    const out = join(folder.path, `support-${more.length}.json.gz`)
    await writeFile(config, CONFIGURATION)
    const place = ['--config', config, '--data-dir', folder.path, '--set', `database.url=${database.url}`]
    const finished = await runHere(['support', '--out', out, ...place, ...more])
    assert.equal(finished.code, 0, finished.stderr)
    return { out, finished, text: gunzipSync(await readFile(out)).toString() }
  }

  /** Everything that a deployment keeps of people and secrets. Resolves with what was made up by the gateway. */
  async function plant(): Promise<Readonly<Record<string, string>>> {
    const { sql } = database
    const account = await database.addAccount({ name: PLANTED.clientName, credit: '0.5' })
    const { clientId, channelId } = account
    const message = {
      sender: PLANTED.sender,
      recipient: PLANTED.recipient,
      body: PLANTED.text,
      notify_url: `https://${PLANTED.webhookUrl}`,
    }
    const smsId = await database.addMessage(account, message)
    await sql`insert into message_state (sms_id, state, attempt) values (${smsId}::bigint, 'unknown', 1)`
    await sql`
      insert into submission (sms_id, attempt, part, series, carrier, link, state, submitted_at, held_recipient)
      values (${smsId}::bigint, 1, 1, 1, 'smsc', 'smsc/main', 'unknown', now(), ${PLANTED.recipient})`
    await sql`
      insert into incoming_message (incoming_id, carrier, link, client_id, sender, recipient, body, encoding, received_at)
      values (${smsId}::bigint, 'smsc', 'smsc/main', ${clientId}, ${PLANTED.sender}, ${PLANTED.recipient}, ${PLANTED.textOfIncoming}, 0, now())`
    await sql`
      insert into contact (client_id, mobile, status, status_description)
      values (${clientId}, ${PLANTED.contact}, 1, ${PLANTED.contactNote})`
    await sql`
      insert into audit_entry (at, client_id, user_id, email, is_by_operator, action, subject, detail)
      values (now(), ${clientId}, 1, ${PLANTED.auditEmail}, true, 'contact-set', ${PLANTED.contact}, ${sql.json({ note: PLANTED.auditDetail })})`
    await sql`
      insert into webhook (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body)
      values (${smsId}::bigint, ${clientId}, ${channelId}, 'dlr', ${smsId}::bigint, ${`https://${PLANTED.webhookUrl}`}, 'text/plain', ${PLANTED.webhookBody})`
    await sql`
      insert into webhook_batch (webhook_ids, attempts, endpoint, since, due_at)
      values ('{1}', 9, ${`${clientId} ${PLANTED.webhookUrl}`}, now() - interval '2 hours', now() + interval '1 hour')`
    await sql`insert into sending_hold (kind, name, reason) values ('deployment', '', ${PLANTED.holdReason})`
    await sql`
      insert into chore (name, lease, node, begun_at, ended_at, error) values ('loans', 1, 'a', now(), now(), ${PLANTED.choreError})`
    await sql`select graphile_worker.add_job('chore', ${sql.json({ text: PLANTED.text })}::json)`
    await sql`update graphile_worker._private_jobs set last_error = ${PLANTED.jobError}, attempts = 2`
    await sql`
      insert into node (node_id, name, roles, links)
      values (gen_random_uuid(), 'node-a', '{dispatch,cron}', '{smsc/main}'), (gen_random_uuid(), 'node-b', '{http}', '{}')`
    await sql`insert into link_lease (link, lease) select 'smsc/main', min(lease) from node`
    const sign = JSON.stringify({ link: 'smsc/main', state: 'refused', detail: PLANTED.detail, routes: ['default'] })
    const pdus = JSON.stringify([{ at: new Date(), text: PLANTED.pdu }])
    await sql`insert into link_report (lease, link, sign, pdus) select lease, 'smsc/main', ${sign}, ${pdus} from node where name = 'node-a'`
    await sql`insert into link_pause (link, by) values ('smsc/main', ${PLANTED.pauseBy})`
    // A channel that sends as the number of another client is a finding that names it.
    const other = await database.addAccount()
    await sql`update channel set outgoing_number = (
      select address from channel where channel_id = ${other.channelId}
    ) where channel_id = ${channelId}`
    const [{ number = '' } = {}] = await sql<{ number: string }[]>`
      select outgoing_number as number from channel where channel_id = ${channelId}`
    return {
      apiKey: account.apiKey,
      securityKey: account.securityKey,
      number,
      databasePassword: new URL(database.url).password,
    }
  }

  it('has all of the deployment, and no secret, text, number or address', async () => {
    const made = await plant()
    const { out, text, finished } = await support()
    assert.equal((await stat(out)).mode & 0o777, 0o600)
    assert.match(finished.stdout, /^\/.*support-0\.json\.gz is written/)
    const found = Object.entries({ ...PLANTED, ...made }).filter(([, value]) => value !== '' && text.includes(value))
    assert.deepEqual(found, [])
    assert.ok(made.apiKey && made.securityKey && made.number)

    const file = JSON.parse(text)
    assert.deepEqual(
      file.deployment.nodes.map(({ name }: { name: string }) => name),
      ['node-a', 'node-b'],
    )
    assert.equal(file.configuration.admin.token, '[redacted]')
    assert.equal(file.configuration.database.url, '[redacted]')
    assert.deepEqual(
      file.instances.map((instance: { id: string }) => instance.id),
      ['sim', 'smsc'],
    )
    // Too short to be looked for in every text, so only the schema tells that it is one.
    assert.equal(file.instances[1].configuration.links.short.password, '[redacted]')
    const ids = new Set(file.findings.map(({ id }: { id: string }) => id))
    for (const id of ['sending-held', 'unknown-outcomes', 'jobs-failing', 'chore-failed', 'check-warned'])
      assert.ok(ids.has(id), id)
    assert.ok(text.includes('sends as [number], the number of client'))
    assert.deepEqual(file.database.acts, [{ action: 'contact-set', count: 1 }])
    assert.ok(file.database.migrations.length > 30)
    const tables = file.database.tables.map(({ table }: { table: string }) => table)
    assert.ok(
      ['message', 'batch', 'graphile_worker._private_jobs'].every((table) => tables.includes(table)),
      tables.join(),
    )
    assert.equal(new Set(tables).size, tables.length)
    assert.ok(file.database.settings.some(({ name }: { name: string }) => name === 'max_connections'))
    assert.equal(file.chores[0].hasFailed, true)
    // The port of the configuration is any.
    assert.match(file.metrics[0].unexamined, /admin\.port is 0/)
  })

  it('has the metrics of the nodes that are named, and no secret of theirs', async (t) => {
    const [one, other] = [await serve(t, METRICS), await serve(t, 'heliograph_nodes 2\n')]
    const given = [
      '--admin',
      `${one}/`,
      '--admin',
      other,
      '--admin',
      'http://x:pw-of-url@127.0.0.1:1',
      '--admin',
      'no url',
    ]
    const { text } = await support(...given)
    const { metrics } = JSON.parse(text)
    assert.deepEqual(metrics.slice(0, 2), [
      {
        admin: one,
        samples: [
          ['heliograph_links{link="smsc/main",detail="[redacted] of [number], [address]"}', 27_820_000_995],
          ['heliograph_odd{text="a } b \\" 1"}', 0.5],
          ['heliograph_open', '+Inf'],
        ],
      },
      { admin: other, samples: [['heliograph_nodes', 2]] },
    ])
    assert.match(metrics[2].unexamined, /ECONNREFUSED|bad port/)
    assert.match(metrics[3].unexamined, /not the URL/)
    for (const planted of [PLANTED.linkPassword, 'pw-of-url', 'fie@example.com', '0820000996', 'plover'])
      assert.ok(!text.includes(planted), planted)
  })

  it('replaces no file, and is written without a database too', async () => {
    const { text } = await support('--set', 'database.url=postgres://someone:pw-of-xyzzy@127.0.0.1:1/none')
    assert.match(JSON.parse(text).database.unexamined, /ECONNREFUSED/)
    assert.doesNotMatch(text, /pw-of-xyzzy/)
    const out = join(folder.path, 'support-2.json.gz')
    const again = await runHere(['support', '--out', out, '--data-dir', folder.path, '--set', 'no.such=key'])
    assert.deepEqual([again.code, /EEXIST/.test(again.stderr)], [1, true])
  })
})

/** Samples, in which somebody planted what must not be given away, and lines that are none. */
const METRICS = [
  '# HELP heliograph_links stop plover',
  `heliograph_links{link="smsc/main",detail="${PLANTED.linkPassword} of 0820000996, fie@example.com"} 27820000995`,
  'heliograph_odd{text="a } b \\" 1"} 0.5 1700000000',
  'heliograph_open +Inf',
  'a plover sings 27820000996',
  '# EOF',
  '',
].join('\n')

async function serve(t: TestContext, answer: string | RequestListener): Promise<string> {
  const server = createServer(typeof answer === 'string' ? (_, response) => void response.end(answer) : answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the metrics of a node', () => {
  it('are cut where they never end', async (t) => {
    const line = `heliograph_much{n="${'x'.repeat(1_000)}"} 1\n`
    const address = await serve(t, (_, response) => {
      const more = () => {
        while (response.write(line));
      }
      response.on('drain', more)
      more()
    })
    const { samples, isCut } = await askMetrics(address)
    assert.equal(isCut, true)
    assert.equal(samples?.length, Math.floor(2 ** 20 / line.length))
  })

  const REFUSED: readonly (readonly [what: string, answer: RequestListener, reason: RegExp])[] = [
    ['a refusal', (_, response) => void response.writeHead(503).end('plover'), /^it answers 503$/],
    ['another address', (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end(), /redirect/],
  ]
  for (const [what, answer, reason] of REFUSED)
    it(`are not taken from ${what}`, async (t) => {
      const { samples, unexamined } = await askMetrics(await serve(t, answer))
      assert.equal(samples, undefined)
      assert.match(unexamined ?? '', reason)
    })

  it('are what the gateway itself writes', () => {
    assert.deepEqual(readSamples('a_bucket{le="0.1",route="/a b"} 3\nb NaN\nc\nd x\n'), [
      ['a_bucket{le="0.1",route="/a b"}', 3],
      ['b', 'NaN'],
    ])
  })
})

describe('what may be about people', () => {
  const ROWS: readonly (readonly [given: unknown, left: unknown])[] = [
    ['to 27820000001 and +27 82 000 0001, not 123456', 'to [number] and [number], not 123456'],
    ['2026-01-01T12:00:00.123456Z', '2026-01-01T12:00:00.123456Z'],
    ['User 5 (fie@example.com) of', 'User 5 ([address]) of'],
    [{ '0820000001': [27820000001, null, true] }, { '[number]': [27820000001, null, true] }],
  ]
  for (const [given, left] of ROWS)
    it(`goes from ${JSON.stringify(given)}`, () => assert.deepEqual(withoutPeople(given), left))
})
