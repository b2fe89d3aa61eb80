import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDatabase } from '@heliograph/engine'
import { createEngineDatabase } from '../../../core/engine/test/support/engine-database.ts'
import { judgeServer, readServer, type ServerFacts } from '../src/check/check-server.ts'

const SOUND: ServerFacts = {
  version: 17,
  room: 97,
  encoding: 'UTF8',
  isStandby: false,
  isReadOnly: false,
  fsync: true,
  fullPageWrites: true,
  synchronousCommit: 'on',
  standbys: '',
}

interface Row {
  readonly name: string
  readonly facts?: Partial<ServerFacts>
  /** Connections that other processes want. */
  readonly others?: readonly number[]
  /** The findings that are not good, with words that their message or remedy has. */
  readonly found: readonly (readonly ['bad' | 'warning', string, RegExp])[]
}

const ROWS: readonly Row[] = [
  { name: 'a sound server', found: [] },
  { name: 'one that is too old', facts: { version: 14 }, found: [['bad', 'database', /newer/]] },
  { name: 'LATIN1', facts: { encoding: 'LATIN1' }, found: [['bad', 'encoding', /LATIN1.*encoding 'UTF8'/s]] },
  { name: 'SQL_ASCII', facts: { encoding: 'SQL_ASCII' }, found: [['bad', 'encoding', /SQL_ASCII/]] },
  { name: 'a standby', facts: { isStandby: true, isReadOnly: true }, found: [['bad', 'writes', /primary/]] },
  { name: 'one that only reads', facts: { isReadOnly: true }, found: [['bad', 'writes', /default_transaction_read/]] },
  {
    name: 'one that can lose commits',
    facts: { fsync: false, fullPageWrites: false, synchronousCommit: 'off', standbys: 'a' },
    found: [['warning', 'durability', /fsync, full_page_writes, synchronous_commit off/]],
  },
  {
    name: 'commits that pass the standbys by',
    facts: { synchronousCommit: 'local', standbys: 'ANY 1 (a, b)' },
    found: [['warning', 'durability', /ANY 1 \(a, b\)/]],
  },
  { name: 'commits that wait for standbys', facts: { standbys: 'a' }, found: [] },
  { name: 'local commits without standbys', facts: { synchronousCommit: 'local' }, found: [] },
  { name: 'room for this node alone', facts: { room: 65 }, found: [] },
  { name: 'room for just all nodes', others: [20, 12], found: [] },
  {
    name: 'too little room for this node',
    facts: { room: 64 },
    found: [['bad', 'connections', /takes 64; this node wants 65/]],
  },
  {
    name: 'too little room for all nodes',
    others: [20, 13],
    found: [['bad', 'connections', /takes 97; this node and the others, 3 in all, want 98/]],
  },
  {
    name: 'all at once',
    facts: { version: 12, room: 3, encoding: 'LATIN1', isReadOnly: true, fsync: false },
    found: [
      ['bad', 'database', /12/],
      ['bad', 'encoding', /LATIN1/],
      ['bad', 'writes', /read/],
      ['warning', 'durability', /fsync/],
      ['bad', 'connections', /3/],
    ],
  },
]

describe('what check says of a Postgres server', () => {
  for (const { name, facts, others = [], found } of ROWS) {
    it(name, () => {
      const wrong = judgeServer({ ...SOUND, ...facts }, [60, ...others]).filter(({ ok, warning }) => !ok || warning)
      assert.deepEqual(
        wrong.map((finding) => [finding.ok ? 'warning' : 'bad', finding.name]),
        found.map(([kind, about]) => [kind, about]),
      )
      for (const [index, { message, remedy }] of wrong.entries())
        assert.match(`${message} ${remedy}`, found[index]?.[2] ?? /^$/)
    })
  }
})

describe('what check asks a Postgres server', () => {
  it('is answered by databases of any encoding', async (t) => {
    const database = await createEngineDatabase()
    const open = (url: string) => openDatabase({ url, max: 1, applicationName: 'test' })
    const name = `latin_${process.pid}`
    const sql = open(database.url)
    await sql.unsafe(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
    const latin = new URL(database.url)
    latin.pathname = `/${name}`
    const inLatin = open(latin.href)
    t.after(async () => {
      await inLatin.end({ timeout: 5 })
      await sql.unsafe(`drop database ${name}`)
      await sql.end({ timeout: 5 })
      await database.close()
    })
    const found = [await readServer(sql), await readServer(inLatin)]
    assert.deepEqual(
      found.map(({ encoding, isStandby, isReadOnly, standbys }) => [encoding, isStandby, isReadOnly, standbys]),
      [
        ['UTF8', false, false, ''],
        ['LATIN1', false, false, ''],
      ],
    )
    assert.deepEqual([found[0]?.version, found[0]?.room].map(Number.isInteger), [true, true])
  })
})
