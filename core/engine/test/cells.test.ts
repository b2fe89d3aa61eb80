import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openDatabase } from '../src/database/database.ts'
import { createEngineDatabase } from './support/engine-database.ts'
import { startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

const PAGE = new URL('../CELLS.md', import.meta.url)
const NUMBERS = /<!-- executed: numbers -->\n```sql\n([\s\S]*?)```/
/** Of cell 3, which the page takes as its example. */
const FIRST_ID = 3 * 10 ** 14

async function giveNumbers(url: string): Promise<void> {
  const statements = NUMBERS.exec(await readFile(PAGE, 'utf8'))?.[1]
  assert.ok(statements, 'the page has the statements')
  const sql = openDatabase({ url, max: 1, applicationName: 'test' })
  await sql.unsafe(statements).simple()
  await sql.end()
}

test('a cell gives out its own numbers, and works with them', async (t) => {
  const database = await createEngineDatabase()
  await giveNumbers(database.url)
  const link = new FakeLink('a')
  const carriers = new Map([['net', carrierOf(link)]])
  const cell = await startEngine({ url: database.url, credit: '10', carriers })
  t.after(async () => {
    await cell.close()
    await database.close()
  })
  const { entries } = await cell.submit({ to: '27821110001' })
  const smsId = entries[0]?.smsId as number
  assert.ok(smsId >= FIRST_ID && smsId < FIRST_ID + 10 ** 8, `${smsId}`)
  assert.ok(cell.principal.clientId > 30_000_000, `${cell.principal.clientId}`)
  await cell.until(async () => (await cell.stateOf(smsId)) !== 'queued', 'it is sent')
  assert.deepEqual(
    link.submitted.map((each) => each.smsId),
    [smsId],
  )
  const full = await cell.engine.sql<{ sequencename: string }[]>`
    select sequencename from pg_sequences
    where schemaname = 'heliograph' and last_value + 10000000 > max_value`
  assert.deepEqual([...full], [], 'there is room in every sequence')
})
