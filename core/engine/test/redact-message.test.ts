import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Sql } from '../src/database/database.ts'
import { writeWordBlock } from '../src/database/word-blocks.ts'
import { formatContent } from '../src/notify/sessions/push-content.ts'
import { lockMessage, redactMessage } from '../src/outbound/lifecycle/redact-message.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'

/** A word that stands nowhere else, with characters that every form of writing has an escape for. */
const MARK = 'zebrafink'
const TEXT = `A & B <${MARK}> "süß" 100 % + more`

describe('a redacted message', () => {
  const db = useDatabase()

  async function addEnded(account: TestAccount, columns = {}): Promise<number> {
    const smsId = await db.addMessage(account, { body: TEXT, request_id: 'request-of-it', ...columns })
    await db.sql`
      insert into message_state (sms_id, state, attempt, submitted_at, done_at, network_status)
      values (${smsId}, 'delivered', 1, now(), now(), 'DELIVRD')`
    return smsId
  }

  const redact = (account: TestAccount, smsId: number) =>
    db.sql.begin(async (tx) => {
      const message = await lockMessage(tx, account.clientId, smsId)
      if (message !== undefined) await redactMessage(tx, message)
    })

  async function addRequest(account: TestAccount, body: string | null, answer: string | null, requestId: string) {
    await db.sql`
      insert into request_log (at, client_id, user_id, instance, request_id, method, path, query, body, answer, elapsed_ms)
      values (now(), ${account.clientId}, ${account.userId}, 'v2', ${requestId}, 'POST', '/', '', ${body}, ${answer}, 1)`
  }

  it('is in no table with its text any more, and keeps all else', async () => {
    const account = await db.addAccount()
    const smsId = await addEnded(account, { parts: 2 })
    await db.sql`
      insert into message_history (sms_id, at, kind, link, attempt, part, network_status, receipt_text)
      values (${smsId}, now(), 'report', '', 1, 1, '', ${`text:${MARK}`})`
    const now = new Date()
    const receipt = {
      kind: 'receipt',
      smsId,
      context: '',
      from: 'ACME',
      to: '27831234567',
      text: TEXT,
      parts: 2,
    } as const
    const content = { ...receipt, state: 'delivered', networkStatus: null, errorId: null, acceptedAt: now, doneAt: now }
    await db.sql`
      insert into push (push_id, user_id, content, created_at)
      values (1, ${account.userId}, ${formatContent(content as never)}, now())`
    await addRequest(account, `${MARK} in a body that is unlike any other`, null, 'request-of-it')
    await addRequest(account, `To=1&Body=${encodeURIComponent(TEXT).replaceAll('%20', '+')}`, null, 'as a form')
    await addRequest(account, null, JSON.stringify({ body: TEXT }), 'as JSON')
    await addRequest(account, null, `<text>${TEXT.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`, 'as XML')
    await addRequest(account, 'another text', null, 'another')
    const block = smsId - (smsId % 1_000)
    await db.sql.begin((tx) => writeWordBlock(tx, block))
    await redact(account, smsId)
    const due = await db.sql<{ block_id: number }[]>`delete from word_block_due returning block_id`
    for (const { block_id: id } of due) await db.sql.begin((tx) => writeWordBlock(tx, id))
    assert.deepEqual(await tablesWith(db.sql, MARK), [])
    const [row] = await db.sql`select parts, body, text_id from message where sms_id = ${smsId}`
    assert.deepEqual({ ...row }, { parts: 2, body: null, text_id: null })
    const [kept] = await db.sql`select body from request_log where request_id = 'another'`
    assert.equal(kept?.body, 'another text')
  })

  it('leaves a text to the others that share it, and takes it along when it is the last', async () => {
    const account = await db.addAccount()
    const shared = { body: null, bulk_id: 'many' }
    const first = await addEnded(account, shared)
    const second = await addEnded(account, shared)
    await db.sql`insert into message_text (text_id, body) values (${first}, ${TEXT})`
    await db.sql`update message set text_id = ${first} where sms_id in (${first}, ${second})`
    await redact(account, first)
    assert.deepEqual(await tablesWith(db.sql, MARK), ['message_text'])
    await redact(account, second)
    assert.deepEqual(await tablesWith(db.sql, MARK), [])
  })
})

/** Every table of the deployment, apart from its partitions, that has a word in any of its columns. */
async function tablesWith(sql: Sql, word: string): Promise<readonly string[]> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await sql`select from ${sql(name)} as each where strpos(each::text, ${word}) > 0 limit 1`
    if (row !== undefined) found.push(name)
  }
  return found
}
