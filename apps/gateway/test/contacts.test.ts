import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openDatabase, type Sql } from '@heliograph/engine'
import type { TestDatabase } from '@heliograph/postgres/testing'
import { createEngineDatabase } from '../../../core/engine/test/support/engine-database.ts'
import { runCli } from '../src/cli.ts'
import { runHere, runJsonHere } from './support/cli-here.ts'
import { makeDataDir, until } from './support/gateway-process.ts'

const LAUNCHER = fileURLToPath(new URL('../bin/heliograph.mjs', import.meta.url))
const MOBILE = '27820000001'

describe('contact commands', () => {
  let database: TestDatabase
  let sql: Sql
  let folder: Awaited<ReturnType<typeof makeDataDir>>
  let clientId: number
  const place = () => ['--data-dir', folder.path, '--set', `database.url=${database.url}`]
  const contact = <T = Record<string, unknown>>(name: string, ...args: string[]): Promise<T> =>
    runJsonHere<T>(['contact', name, '--client', String(clientId), ...args, ...place()])
  const file = (name: string) => join(folder.path, name)

  before(async () => {
    database = await createEngineDatabase()
    sql = openDatabase({ url: database.url, max: 2, applicationName: 'test' })
    folder = await makeDataDir()
    clientId = (await runJsonHere<{ clientId: number }>(['client', 'add', '--name', 'Acme', ...place()])).clientId
  })
  after(async () => {
    await sql.end({ timeout: 5 })
    await folder.remove()
    await database.close()
  })

  // spec: Contact subscription record | rule | audit trail: every opt-out ; audit trail: every opt-in
  test('set opts out and in again, show tells it with the trail', async () => {
    const out = await contact('set', '--number', '082 000 0001', '--opted-out')
    assert.deepEqual([out.mobile, out.status, out.changed], [MOBILE, 'opted-out', true])
    assert.match(String(out.description), /^OPTED OUT - \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC - Operator$/)
    assert.equal((await contact('set', '--number', `+${MOBILE}`, '--opted-out')).changed, false)
    assert.equal((await contact('set', '--number', MOBILE, '--opted-in')).status, 'opted-in')
    const { audit, ...shown } = await contact<{ audit: { status: string; changed: boolean }[]; status: string }>(
      ...(['show', '--number', MOBILE] as const),
    )
    assert.equal(shown.status, 'opted-in')
    assert.deepEqual(
      audit.map(({ status, changed }) => [status, changed]),
      [
        ['opted-in', true],
        ['opted-out', false],
        ['opted-out', true],
      ],
    )
    const { stdout } = await runHere(['contact', 'show', '--client', String(clientId), '--number', MOBILE, ...place()])
    assert.match(stdout, new RegExp(`^Contact ${MOBILE} of client ${clientId}: receives messages\n  OPTED IN - `))
  })

  test('import takes what it can and names the rest by line, export writes what import takes', async () => {
    const rows = ['Mobile;Name;Groups;Status', '0820000002;=Thandi;Staff;', 'abc;x;;', '0820000003;;Staff;0', '']
    await writeFile(file('list.csv'), rows.join('\r\n'))
    const imported = await contact<{ refusals: object[] }>('import', '--file', file('list.csv'))
    assert.deepEqual(imported, {
      rows: 3,
      added: 2,
      changed: 0,
      unchanged: 0,
      refused: 1,
      refusals: [
        { line: 3, mobile: 'abc', problem: { code: 'bad-number', text: 'not a phone number that can be sent to' } },
      ],
    })
    const again = await runHere([
      'contact',
      'import',
      '--client',
      String(clientId),
      '--file',
      file('list.csv'),
      ...place(),
    ])
    assert.equal(again.stdout, '3 rows: 0 added, 0 changed, 2 unchanged, 1 refused\n')
    assert.equal(again.stderr, 'line 3: abc: not a phone number that can be sent to\n')
    assert.deepEqual(await contact('export', '--file', file('out.csv')), { file: file('out.csv'), contacts: 3 })
    const [act] = await sql`
      select client_id as "clientId", action, subject from audit_entry order by audit_id desc limit 1`
    assert.deepEqual({ ...act }, { clientId, action: 'contacts-exported', subject: '3 contacts' })
    const lines = (await readFile(file('out.csv'), 'utf8')).split('\r\n')
    assert.equal(lines[0], 'mobile,name,email,groups,status,status_description,status_changed_at,fields')
    assert.match(lines[1] ?? '', /^27820000001,,,,1,OPTED IN - .* UTC - Operator,/)
    assert.equal(lines[2], "27820000002,'=Thandi,,Staff,,,,")
    assert.match(lines[3] ?? '', /^27820000003,,,Staff,0,OPTED OUT - .* UTC - Import,/)
    assert.equal((await stat(file('out.csv'))).mode & 0o777, 0o600)
    const back = await contact('import', '--file', file('out.csv'))
    assert.deepEqual(back, { rows: 3, added: 0, changed: 0, unchanged: 3, refused: 0, refusals: [] })
  })

  const FAILURES: readonly (readonly [name: string, code: string, args: () => readonly string[]])[] = [
    ['no such contact', 'contact-not-found', () => ['show', '--client', String(clientId), '--number', '0829999999']],
    ['no number', 'bad-number', () => ['set', '--client', String(clientId), '--number', 'abc', '--opted-out']],
    ['nothing to set', 'usage', () => ['set', '--client', String(clientId), '--number', MOBILE]],
    ['no such client', 'client-not-found', () => ['show', '--client', '1', '--number', MOBILE]],
    ['no such file', 'file', () => ['import', '--client', String(clientId), '--file', file('none.csv')]],
    ['a folder to import', 'file', () => ['import', '--client', String(clientId), '--file', folder.path]],
    ['a folder to export to', 'file', () => ['export', '--client', String(clientId), '--file', folder.path]],
    ['no column of numbers', 'no-number-column', () => ['import', '--client', String(clientId), '--file', LAUNCHER]],
  ]
  for (const [name, code, args] of FAILURES)
    test(`${name}: ${code}`, async () => {
      const failed = await runHere(['contact', ...args(), ...place(), '--json'])
      assert.equal(failed.code, 1)
      assert.equal(JSON.parse(failed.stderr).error.code, code)
      assert.ok(!(await readdir(folder.path)).some((entry) => entry.endsWith('.part')))
    })

  test('who watches sees how far it is', async () => {
    let seen = ''
    const err = (text: string) => {
      seen += text
    }
    const terminal = { isWatched: true, out: () => undefined, err }
    const args = ['contact', 'import', '--client', String(clientId), '--file', file('out.csv'), ...place()]
    assert.equal(await runCli(args, terminal), 0)
    assert.equal(seen, '\r\x1b[K3 rows: 0 added, 0 changed, 3 unchanged, 0 refused\r\x1b[K')
  })

  test('erase removes a number, which stays opted out, and says so', async () => {
    await contact('set', '--number', '0820000009', '--opted-out')
    const erased = ['contact', 'erase', '082 000 0009', ...place()]
    assert.deepEqual(await runJsonHere([...erased, '--client', String(clientId)]), {
      messages: 0,
      incoming: 0,
      uploadRows: 0,
      optedOutOf: [clientId],
      archives: [],
    })
    await sql`
      insert into archive_file (name, data, clients, node, folder, rows, from_at, to_at)
      values ('messages-2026.csv.gz', 'messages', '{}', 'a', '/archive', 1, now(), now())`
    const { stdout } = await runHere([...erased, '--all-clients'])
    const lines = [
      'Erased: 0 messages, 0 incoming SMS, 0 rows of uploads.',
      `It stays opted out of the messages of client ${clientId}.`,
      'These files of the archive may still have it:',
      '  messages-2026.csv.gz',
    ]
    assert.equal(stdout, [...lines, ''].join('\n'))
    const shown = await runHere(['contact', 'show', '--client', String(clientId), '--number', '0820000009', ...place()])
    assert.match(shown.stderr, /no such contact; it had opted out when it was erased, and messages to it are refused/)
    const acts = await sql`select client_id, subject from audit_entry where action = 'contact-erased' order by audit_id`
    const subject = '0 messages, 0 incoming SMS, 0 rows of uploads'
    assert.deepEqual(
      acts.map((act) => ({ ...act })),
      [
        { client_id: clientId, subject },
        { client_id: null, subject },
      ],
    )
    assert.match((await runHere(erased)).stderr, /Give --client or --all-clients\./)
  })

  /** An import gets no further than this contact until the function that it resolves with is called. */
  async function holdContact(mobile: string): Promise<() => Promise<void>> {
    const holder = await sql.reserve()
    await holder`set idle_in_transaction_session_timeout = 0`
    await holder`begin`
    await holder`
      insert into phonebook (client_id, mobile, name_key, added_at, changed_at)
      values (${clientId}::bigint, ${mobile}, '', now(), now())`
    return async () => {
      await holder`rollback`
      holder.release()
    }
  }

  for (const [signal, prefix] of [
    ['SIGKILL', '2783'],
    ['SIGINT', '2784'],
  ] as const)
    test(`an import that gets ${signal} in the middle and is run again takes each contact once`, async () => {
      const rows = 2_000
      const mobiles = Array.from({ length: rows }, (_, n) => `${prefix}${String(n).padStart(7, '0')}`)
      const lines = mobiles.map((mobile, n) => `${mobile},Name ${n},${n % 2},Many`)
      await writeFile(file('many.csv'), ['mobile,name,status,groups', ...lines, ''].join('\n'))
      const counts = async () => {
        const [row] = await sql<{ contacts: number; members: number; audits: number }[]>`
          select (select count(*)::integer from phonebook where mobile like ${`${prefix}%`}) as contacts,
            (select count(*)::integer from contact_group_member where mobile like ${`${prefix}%`}) as members,
            (select count(*)::integer from contact_audit where mobile like ${`${prefix}%`}) as audits`
        return row as { contacts: number; members: number; audits: number }
      }
      const args = ['contact', 'import', '--client', String(clientId), '--file', file('many.csv'), ...place(), '--json']
      const letGo = await holdContact(mobiles[rows / 2] ?? '')
      const child = spawn(process.execPath, [LAUNCHER, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
      const reported = child.stderr.toArray()
      const closed = once(child, 'close')
      await until(counts, ({ contacts }) => contacts > 0)
      child.kill(signal)
      await letGo()
      await closed
      const { contacts } = await counts()
      assert.ok(contacts > 0 && contacts < rows, `${contacts} contacts`)
      if (signal === 'SIGINT') {
        const { error } = JSON.parse(String(Buffer.concat(await reported)))
        assert.deepEqual(
          [error.code, error.message],
          ['interrupted', `Stopped after ${contacts} rows: ${contacts} added, 0 changed, 0 unchanged, 0 refused`],
        )
      }
      const imported = await contact('import', '--file', file('many.csv'))
      assert.deepEqual(
        [imported.rows, Number(imported.added) + Number(imported.unchanged), imported.changed, imported.refused],
        [rows, rows, 0, 0],
      )
      assert.deepEqual(await counts(), { contacts: rows, members: rows, audits: rows })
    })
})
