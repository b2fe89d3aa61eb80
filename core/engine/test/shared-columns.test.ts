import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { numberArray } from '../src/database/arrays.ts'
import { type SharedColumn, sharedColumns } from '../src/database/shared-columns.ts'
import { useDatabase } from './support/database-fixture.ts'

interface Row {
  readonly id: number
  readonly size: number | null
  readonly text: string | null
}

const COLUMNS: readonly SharedColumn<Row>[] = [
  { name: 'size', type: 'smallint', of: ({ size }) => size },
  { name: 'said', type: 'text', of: ({ text }) => text },
  { name: 'state', type: 'message_status', of: () => 'queued' },
]

describe('columns in which rows mostly agree', () => {
  const db = useDatabase()

  const stored = async (rows: readonly Row[]) => {
    const shared = sharedColumns(db.sql, rows, COLUMNS)
    const given = await db.sql`
      select *${shared.values} from unnest(
        ${numberArray(rows.map(({ id }) => id))}::bigint[]${shared.arrays}
      ) as r (id${shared.names}) order by id`
    return given.map(({ id, size, said, state }) => [id, size, said, state])
  }

  for (const [size, text, said] of [
    [7, 'plain', 'plain'],
    [null, null, null],
    [-1, 'a "quote", a \\ and {braces}', 'a "quote", a \\ and {braces}'],
    [0, 'NUL \0 and half a pair \ud800', 'NUL \uFFFD and half a pair \uFFFD'],
    [1, '', ''],
  ] as const)
    it(`are the same whether or not all rows agree: ${size}, ${JSON.stringify(said)}`, async () => {
      const alike = [1, 2, 3].map((id) => ({ id, size, text }))
      const rows = alike.map(({ id }) => [id, size, said, 'queued'])
      assert.deepEqual(await stored(alike), rows)
      assert.deepEqual(await stored([...alike, { id: 4, size: 9, text: 'other' }]), [
        ...rows,
        [4, 9, 'other', 'queued'],
      ])
    })

  it('of no rows are columns', async () => {
    assert.deepEqual(await stored([]), [])
  })
})
