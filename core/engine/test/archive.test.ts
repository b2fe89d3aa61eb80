import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, beforeEach, describe, it } from 'node:test'
import { createGunzip } from 'node:zlib'
import { captureMetrics } from '@heliograph/testkit'
import { type Archive, createArchive, findArchiveFiles } from '../src/operate/archive/archive.ts'
import { ARCHIVED_INCOMING, ARCHIVED_MESSAGES } from '../src/operate/archive/archived-tables.ts'
import { clearClients } from '../src/operate/maintenance/clear-clients.ts'
import { dropOldRanges } from '../src/operate/maintenance/drop-ranges.ts'
import { maintainRanges } from '../src/operate/maintenance/id-ranges.ts'
import { createRemovalCounts } from '../src/operate/maintenance/removal-counts.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'

const KEPT = { days: 30, rangeDays: 7 }
const DAY = 86_400_000
/** Texts that a form of CSV could lose. */
const TEXTS = ['plain', '', 'a, "b"\r\nc', '\\.', ' space ', "O'Neill; \t", '\u{1F600} Grüße', null]

/** Columns that are in both tables, or in neither. */
const SPECIAL: Readonly<Record<string, string>> = {
  send_at: 'message.send_at',
  moved_to: 'message_state.send_at as moved_to',
  content: '(select content from message_content where message_content.sms_id = message.sms_id) as content',
  body: 'coalesce(body, (select body from message_text where message_text.text_id = message.text_id)) as body',
}

interface Manifest {
  readonly name: string
  readonly data: 'messages' | 'incoming'
  readonly rows: number
  readonly sha256: string
  readonly clients: readonly number[]
  readonly columns: readonly string[]
  readonly fromAt: string
  readonly toAt: string
}

describe('the archive', () => {
  const db = useDatabase()
  const folders: string[] = []
  let folder: string
  let archive: Archive
  let account: TestAccount
  let from: number

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-archive-'))
    folders.push(folder)
    archive = createArchive({ sql: db.sql, folder, node: 'a' })
    await db.sql`truncate archive_file, client_retention, validity_check, id_mark`
    account = await db.addAccount()
    await openRange()
  })
  after(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))))

  /** Has ids from a new range, and drops what was before. */
  async function openRange(): Promise<void> {
    await db.sql`update id_range set opened_at = now() - interval '60 days' where closed_at is null and opened_at is not null`
    await maintainRanges(db.sql, { ...KEPT, days: 9000 }, archive)
    const [open] = await db.sql<{ from_id: number }[]>`
      select from_id from id_range where opened_at is not null and closed_at is null`
    from = open?.from_id as number
    db.clock.advance(60_001)
  }

  /** The range is over for longer than its data is kept, and none of its messages waits to be looked at. */
  async function closeRange(): Promise<void> {
    const before = from
    await openRange()
    await db.sql`update deployment set validity_watermark = ${from}::bigint`
    await db.sql`update id_range set closed_at = now() - interval '31 days' where from_id = ${before}`
    from = before
  }

  async function addMessages(count: number): Promise<readonly number[]> {
    const ids: number[] = []
    for (let n = 0; n < count; n += 1) {
      const smsId = await db.addMessage(account, {
        accepted_at: new Date(Date.now() - 50 * DAY + n),
        body: TEXTS[n % TEXTS.length] ?? null,
        reference: n % 2 === 0 ? `ref "${n}"` : null,
        message_id: n % 3 === 0 ? `id ${n}` : null,
        metadata: n % 4 === 0 ? `{"n":${n}}` : null,
      })
      if (n % 5 > 0)
        await db.sql`
          insert into message_state (sms_id, state, attempt, submitted_at, done_at, network_status)
          values (${smsId}, 'delivered', 1, now(), now(), 'DELIVRD')`
      ids.push(smsId)
    }
    return ids
  }

  async function addMany(count: number): Promise<void> {
    const [model] = await addMessages(1)
    await db.sql`
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook,
        notify_format, origin, route, price, currency, accepted_at, validity_seconds
      )
      select sms_id + g, client_id, user_id, channel_id, sender, recipient, 'text ' || g, encoding, parts, priority, flash,
        receipt_webhook, notify_format, origin, route, price, currency, accepted_at, validity_seconds
      from message cross join generate_series(1, ${count - 1}::integer) as g where sms_id = ${model as number}`
  }

  async function addIncoming(clientId: number | null): Promise<void> {
    const [id] = await db.ids.take(1)
    await db.sql`
      insert into incoming_message (
        incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, received_at
      )
      values (${id as number}, 'c', 'c/a', ${account.channelId}, ${clientId}, '27831112222', '2782', ${'say "hi"'}, 0, now())`
  }

  /** What is in the tables, before it goes. */
  async function remember(): Promise<void> {
    await db.sql`drop table if exists was_messages, was_incoming`
    await db.sql.unsafe(`
      create table was_messages as select
        ${ARCHIVED_MESSAGES.columns.map((column) => SPECIAL[column] ?? column).join(', ')}
      from message left join message_state using (sms_id) where sms_id >= ${from}`)
    await db.sql.unsafe(
      `create table was_incoming as select ${ARCHIVED_INCOMING.columns.join(', ')} from incoming_message where incoming_id >= ${from}`,
    )
  }

  async function manifests(): Promise<readonly Manifest[]> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
    return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Manifest))
  }

  /** Loads all files of a kind, as Postgres reads them. Resolves with rows that differ from those that were there. */
  async function differences(data: Manifest['data']) {
    const [was, loaded] = [db.sql(`was_${data}`), db.sql(`loaded_${data}`)]
    await db.sql`drop table if exists ${loaded}`
    await db.sql`create table ${loaded} (like ${was})`
    for (const { name, sha256, columns, rows } of (await manifests()).filter((each) => each.data === data)) {
      const file = await readFile(join(folder, name))
      assert.equal(createHash('sha256').update(file).digest('hex'), sha256)
      const before = await db.sql`select from ${loaded}`
      const into = await db.sql`copy ${loaded} (${db.sql(columns)}) from stdin csv header`.writable()
      await pipeline(createReadStream(join(folder, name)), createGunzip(), into)
      assert.equal((await db.sql`select from ${loaded}`).length - before.length, rows)
    }
    const missing = await db.sql`select * from ${was} except select * from ${loaded}`
    const strange = await db.sql`select * from ${loaded} except select * from ${was}`
    const [twice] =
      await db.sql`select (select count(*) from ${loaded})::integer - (select count(*) from ${was})::integer as rows`
    return { missing: [...missing], strange: [...strange], twice: twice?.rows }
  }
  const NONE = { missing: [], strange: [], twice: 0 }

  const left = async () =>
    (await db.sql`select from message where sms_id >= ${from} and sms_id < ${from + 100_000_000}`).length

  it('has what was dropped, as it was, with manifests, and is for its owner alone', async () => {
    const other = await db.addAccount()
    const ids = await addMessages(16)
    await db.sql`insert into message_text (text_id, body) values (${ids[7] as number}, ${'shared, by "many"'})`
    await db.sql`update message set text_id = ${ids[7] as number} where sms_id = any(${[ids[7], ids[15]] as number[]})`
    await db.sql`insert into message_content (sms_id, content) values (${ids[3] as number}, ${'{"kind":"media", ...}'})`
    for (const clientId of [account.clientId, other.clientId, null]) await addIncoming(clientId)
    await remember()
    await closeRange()
    await dropOldRanges(db.sql, KEPT, archive)
    assert.equal(await left(), 0)
    assert.deepEqual([await differences('messages'), await differences('incoming')], [NONE, NONE])
    assert.equal((await db.sql`select from message_content`).length, 0, 'content goes with its message')
    const [incoming, messages] = (await manifests()) as [Manifest, Manifest]
    assert.deepEqual(
      [messages.rows, messages.clients, messages.columns],
      [16, [account.clientId], ARCHIVED_MESSAGES.columns],
    )
    assert.deepEqual([incoming.rows, incoming.clients], [3, [account.clientId, other.clientId]])
    assert.match(messages.name, new RegExp(`^messages-${messages.fromAt.slice(0, 10)}-${messages.toAt.slice(0, 10)}-`))
    assert.deepEqual((await readdir(folder)).length, 4)
    assert.equal((await stat(join(folder, messages.name))).mode & 0o077, 0)
    assert.deepEqual(await findArchiveFiles(db.sql, other.clientId), [incoming.name])
    assert.deepEqual(await findArchiveFiles(db.sql, account.clientId), [messages.name, incoming.name])
    assert.deepEqual(await findArchiveFiles(db.sql, null), [messages.name, incoming.name])
  })

  it('has what was open later, and nothing twice', async () => {
    const [open] = await addMessages(9)
    await db.sql`insert into validity_check (sms_id, due_at) values (${open as number}, now() + interval '2 days')`
    await remember()
    await closeRange()
    await dropOldRanges(db.sql, KEPT, archive)
    assert.equal(await left(), 1)
    assert.deepEqual(
      (await differences('messages')).missing.map((row) => row.sms_id),
      [open],
    )
    await db.sql`truncate validity_check`
    await dropOldRanges(db.sql, KEPT, archive)
    assert.deepEqual([await left(), await differences('messages')], [0, NONE])
  })

  it('has the data of a client with days of its own', async () => {
    await db.provisioning.setClient({ clientId: account.clientId, retentionDays: 10 })
    await addMessages(16)
    await db.sql`
      insert into message_state (sms_id, state, attempt)
      select sms_id, 'expired', 0 from message where not exists (
        select from message_state where message_state.sms_id = message.sms_id
      ) and sms_id >= ${from}`
    await remember()
    const options = { sql: db.sql, clock: db.clock, counts: createRemovalCounts(captureMetrics()), archive }
    await clearClients(options)
    assert.deepEqual([await left(), await differences('messages')], [0, NONE])
    await db.sql`update client_retention set cleared_to = cleared_to - interval '1 day'`
    await clearClients(options)
    assert.equal((await manifests()).length, 1, 'nothing, no file')
  })

  it('keeps what it cannot write', async () => {
    await addMessages(3)
    await closeRange()
    const file = join(folder, 'a file')
    await writeFile(file, '')
    const blocked = createArchive({ sql: db.sql, folder: join(file, 'archive'), node: 'a' })
    await assert.rejects(dropOldRanges(db.sql, KEPT, blocked), { code: 'ENOTDIR' })
    assert.equal(await left(), 3)
    await dropOldRanges(db.sql, KEPT, archive)
    assert.equal(await left(), 0)
  })

  /** Drops the messages as if the process had been killed then, while their states are still there. */
  const dropMessagesAlone = async () => {
    await db.sql.unsafe(`alter table message detach partition message_${from}`)
    await db.sql.unsafe(`drop table message_${from}`)
  }
  const kills: readonly [what: string, when: string, files: number, then: () => Promise<void>][] = [
    ['while it writes', 'writing', 0, async () => {}],
    ['when it has written, before anything is dropped', 'written', 2, async () => {}],
    ['when messages are dropped and their states are not', 'written', 2, dropMessagesAlone],
  ]
  for (const [what, when, files, then] of kills)
    it(`loses nothing and has nothing twice when the process is killed ${what}`, async () => {
      await addMany(12_000)
      await remember()
      await closeRange()
      const script = new URL('./support/archive-process.ts', import.meta.url).pathname
      const args = ['--conditions=@heliograph/source', '--import', '@heliograph/tsx', script, db.url, folder, when]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      const [, signal] = await once(child, 'exit')
      assert.equal(signal, 'SIGKILL')
      assert.equal(await left(), 12_000)
      assert.equal((await readdir(folder)).filter((name) => !name.endsWith('.part')).length, files)
      await then()
      // The lock of the process goes when the server has noticed that it is gone.
      await waitUntil(async () => {
        await dropOldRanges(db.sql, KEPT, archive)
        return (await db.sql`select from id_range where from_id = ${from}`).length === 0
      }, 'it is dropped')
      assert.deepEqual([await left(), await differences('messages')], [0, NONE])
    })

  const tables = [
    [
      'message',
      [...ARCHIVED_MESSAGES.columns],
      [
        'flash',
        'receipt_webhook',
        'text_id',
        'notify_format',
        'notify_url',
        'notify_instance',
        'notify_context',

        'validity_seconds',
        'user_data_header',
        'delivery_window',
        'push_on',
        'push_context',
        'push_sms_id',
        'batch_id',
      ],
    ],
    ['message_state', [...ARCHIVED_MESSAGES.columns], ['batch_id']],
    ['incoming_message', [...ARCHIVED_INCOMING.columns], ['carrier', 'status']],
  ] as const
  for (const [table, written, leftOut] of tables)
    it(`every column of ${table} is written or left out on purpose`, async () => {
      const columns = await db.sql<{ column_name: string }[]>`
        select column_name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table}`
      assert.deepEqual(
        columns
          .map(({ column_name: name }) => name)
          .filter((name) => !written.includes(name))
          .sort(),
        [...leftOut].sort(),
      )
    })
})
