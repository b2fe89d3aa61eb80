import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createArchive } from '../../../core/engine/src/operate/archive/archive.ts'
import { useDatabase } from '../../../core/engine/test/support/database-fixture.ts'

// The procedures of ARCHIVE.md are executed as they stand there, on files that the gateway has written.

const PAGE = new URL('../ARCHIVE.md', import.meta.url)
const NUMBER = '27831112222'

const hasPsql = spawnSync('psql', ['--version']).error === undefined

describe('the procedures of ARCHIVE.md', {
  skip: hasPsql ? false : 'there is no psql (Debian: postgresql-client)',
}, () => {
  const database = useDatabase()
  let folder: string
  let blocks: ReadonlyMap<string, string>

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-archive-'))
    const page = await readFile(PAGE, 'utf8')
    const found = page.matchAll(/^<!-- executed: (\w+) -->\n```sh\n(.*?)^```$/gms)
    blocks = new Map([...found].map(([, name = '', text = '']) => [name, text]))
  })
  after(() => rm(folder, { recursive: true }))

  async function run(name: string): Promise<string> {
    const text = blocks.get(name) ?? assert.fail(`ARCHIVE.md has no block ${name}`)
    const env = { ...process.env, ARCHIVE: folder, SEARCH_URL: database.url, NUMBER }
    return (await promisify(execFile)('bash', ['-euc', text], { env })).stdout
  }

  it('load what was archived, in which a number is found', async () => {
    const { sql } = database
    const account = await database.addAccount()
    const archive = createArchive({ sql, folder, node: 'a' })
    for (const body of ['first', 'second, with "quotes"\nand a line']) {
      const smsId = await database.addMessage(account, { recipient: NUMBER, body })
      await sql`insert into message_state (sms_id, state, attempt) values (${smsId}, 'delivered', 1)`
      await archive.write('messages', { ids: [smsId] })
    }
    await sql`
      insert into incoming_message (incoming_id, carrier, link, sender, recipient, body, encoding, received_at)
      values (1, 'c', 'c/a', ${NUMBER}, '2782', 'an answer', 0, now())`
    await archive.write('incoming', { ids: [1] })
    await run('verify')
    await run('create')
    await run('load')
    const found = await run('search')
    assert.match(found, /\|delivered\|first\n.*\|delivered\|second, with "quotes"\nand a line\n/s)
    const question = [database.url, '-Atc', 'select sender, body from archived_incoming']
    assert.equal((await promisify(execFile)('psql', question)).stdout, `${NUMBER}|an answer\n`)
  })

  it('notice a file that is not what it was', async () => {
    const [file] = (await readdir(folder)).filter((name) => name.endsWith('.csv.gz'))
    await appendFile(join(folder, file as string), 'x')
    await assert.rejects(run('verify'), /did NOT match/)
  })
})
