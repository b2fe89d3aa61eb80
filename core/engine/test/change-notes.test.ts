import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import type { Sql } from '../src/database/database.ts'
import { BELIEVED_MS, ChangeNotes } from '../src/ownership/changes/change-notes.ts'
import { ChangeWatchers } from '../src/ownership/changes/change-watchers.ts'
import {
  EVERY_CLIENT,
  formatChanged,
  readChanged,
  readScopes,
  type Scope,
} from '../src/ownership/changes/changed-scopes.ts'
import { useDatabase } from './support/database-fixture.ts'

const GATHERED_MS = 250
const ANSWERED_MS = 5_000

/** Notes of a node whose announcements are kept; `sql`: by default there is no database. */
function fixture(sql: Sql = (() => assert.fail('no statement is expected')) as unknown as Sql) {
  const made = deaf(sql)
  made.notes.hears(true)
  made.clock.advance(ANSWERED_MS)
  return made
}

/** The same for one that does not hear who watches. */
function deaf(sql: Sql) {
  const clock = createManualClock()
  const announced: string[] = []
  const announcer = { announce: (topic: string, argument = '') => void announced.push(`${topic} ${argument}`) }
  const notes = new ChangeNotes({ sql, clock, logger: captureLogger(), announcer })
  const gather = async () => {
    clock.advance(GATHERED_MS)
    await notes.stop()
    return announced.splice(0)
  }
  return { clock, notes, announced, gather }
}

describe('announcements of changes', () => {
  for (const { name, changed, argument } of [
    { name: 'a client', changed: { subject: 'messages', scope: 7 }, argument: 'messages 7' },
    { name: 'channels', changed: { subject: 'webhooks', scope: 7, channels: [1, 2] }, argument: 'webhooks 7 1,2' },
    { name: 'all clients', changed: { subject: 'messages', scope: EVERY_CLIENT }, argument: 'messages *' },
    { name: 'everyone', changed: { subject: 'figures' }, argument: 'figures all' },
  ] as const)
    it(`name ${name}`, () => {
      assert.deepEqual(formatChanged(changed), [argument])
      assert.deepEqual(readChanged(argument), { scope: undefined, channels: undefined, ...changed })
    })

  it('fit into what Postgres takes', () => {
    const channels = Array.from({ length: 1_000 }, (_, index) => 9_000_000_000_000_000 + index)
    const all = formatChanged({ subject: 'conversations', scope: 9_000_000_000_000_000, channels })
    assert.ok(all.every((argument) => argument.length < 7_900))
    assert.deepEqual(
      all.flatMap((argument) => readChanged(argument).channels),
      channels,
    )
  })
})

describe('notes of changes', () => {
  it('are forgotten while nobody watches', async () => {
    const { notes, gather } = fixture()
    assert.equal(notes.isWatched, false)
    notes.note({ subject: 'messages', clientId: 7, channelId: 1 })
    notes.noteMessages([1, 2, 3])
    notes.noteEverywhere('figures')
    assert.deepEqual(await gather(), [])
  })

  it('of a thousand messages are announced once, to who watches the client', async () => {
    const { notes, gather } = fixture()
    notes.watch([7, 8])
    for (let index = 0; index < 1_000; index += 1)
      notes.note({ subject: 'messages', clientId: 7, channelId: index % 2 })
    notes.note({ subject: 'messages', clientId: 9 })
    assert.deepEqual(await gather(), ['changed messages 7 0,1'])
    assert.deepEqual(await gather(), [])
  })

  it('of any client are announced to who watches all, without a look-up', async () => {
    const { notes, gather } = fixture()
    notes.watch([EVERY_CLIENT])
    notes.note({ subject: 'webhooks', clientId: 7 })
    notes.noteMessages([1, 2, 3])
    assert.deepEqual(await gather(), ['changed webhooks *', 'changed messages *'])
  })

  it('without a channel concern all of them', async () => {
    const { notes, gather } = fixture()
    notes.watch([7])
    notes.note({ subject: 'uploads', clientId: 7, channelId: 1 })
    notes.note({ subject: 'uploads', clientId: 7 })
    notes.note({ subject: 'uploads', clientId: 7, channelId: 2 })
    notes.noteEverywhere('figures')
    assert.deepEqual(await gather(), ['changed figures all', 'changed uploads 7'])
  })

  it('end when nobody has said for a minute that it watches', async () => {
    const { clock, notes, gather } = fixture()
    notes.watch([7])
    clock.advance(BELIEVED_MS - 1)
    notes.watch([8])
    clock.advance(2)
    notes.note({ subject: 'uploads', clientId: 7 })
    notes.note({ subject: 'uploads', clientId: 8 })
    assert.deepEqual(await gather(), ['changed uploads 8'])
    clock.advance(BELIEVED_MS)
    assert.equal(notes.isWatched, false)
  })

  it('of more messages than are looked up, or while the database is away, reach all who watch', async () => {
    // Pieces of statements are none that are sent.
    const run = ([text = '']: readonly string[]) => (text.includes('select') ? Promise.reject(new Error('away')) : '')
    const away = Object.assign(run, { unsafe: () => '' }) as unknown as Sql
    const { notes, gather } = fixture(away)
    notes.watch([7, 8])
    notes.noteMessages([1])
    assert.deepEqual(await gather(), ['changed messages 7', 'changed messages 8'])
    notes.noteMessages(Array.from({ length: 5_001 }, (_, index) => index))
    assert.deepEqual(await gather(), ['changed messages 7', 'changed messages 8'])
  })
})

describe('notes of messages', () => {
  const db = useDatabase()

  it('and all others are announced to everyone until it is heard who watches', async () => {
    const own = await db.addAccount()
    const smsId = await db.addMessage(own)
    const { clock, notes, gather } = deaf(db.sql)
    const all = [
      'changed figures all',
      'changed heartbeats all',
      'changed uploads *',
      'changed messages *',
      'changed uploads 7',
      `changed messages ${own.clientId} ${own.channelId}`,
    ]
    async function announced() {
      notes.note({ subject: 'uploads', clientId: 7 })
      notes.noteEverywhere('figures')
      notes.noteForOperators('heartbeats')
      notes.noteMessages([smsId])
      return gather()
    }
    assert.deepEqual(await announced(), all, 'a command, or a node that begins')
    notes.hears(true)
    notes.watch([7])
    assert.deepEqual(await announced(), all, 'others may answer')
    clock.advance(ANSWERED_MS)
    assert.deepEqual(await announced(), ['changed figures all', 'changed uploads 7'])
    notes.hears(false)
    assert.deepEqual(await announced(), all, 'the connection for announcements is gone')
  })

  it('are announced to their own clients, with the channels, in one statement', async () => {
    const [own, idle, other] = [await db.addAccount(), await db.addAccount(), await db.addAccount()]
    const smsIds = [await db.addMessage(own), await db.addMessage(own), await db.addMessage(other)]
    const { notes, gather } = fixture(db.sql)
    notes.watch([own.clientId, idle.clientId])
    for (const smsId of smsIds) notes.noteMessages([smsId])
    assert.deepEqual(await gather(), [`changed messages ${own.clientId} ${own.channelId}`])
  })

  it('of a transaction that is rolled back are none', async () => {
    const own = await db.addAccount()
    const smsId = await db.addMessage(own)
    const { notes, gather } = fixture(db.sql)
    notes.watch([own.clientId])
    const failing = db.sql.begin(async (tx) => {
      notes.noteMessagesAfter(tx, [smsId])
      notes.noteEverywhereAfter(tx, 'unknown')
      throw new Error('rolled back')
    })
    await assert.rejects(failing)
    assert.deepEqual(await gather(), [])
    await db.sql.begin(async (tx) => notes.noteMessagesAfter(tx, [smsId]))
    assert.deepEqual(await gather(), [`changed messages ${own.clientId} ${own.channelId}`])
  })
})

describe('watchers of changes', () => {
  function watching() {
    const clock = createManualClock()
    const said: string[] = []
    const watched: Scope[] = []
    let flushes = 0
    const watchers = new ChangeWatchers({
      clock,
      announcer: {
        announce: (topic, argument = '') => void said.push(`${topic} ${argument}`),
        flush: async () => void flushes++,
      },
      onWatched: (scopes) => void watched.push(...scopes),
    })
    return { clock, said, watched, watchers, flushes: () => flushes }
  }

  it('hear of their subject and their client, and of what is the same for all', async () => {
    const { watchers } = watching()
    const heard: unknown[] = []
    await watchers.watch({ subject: 'messages', scope: 7, onChange: (channels) => heard.push(channels ?? 'any') })
    for (const argument of ['messages 8', 'messages *', 'webhooks 7', 'messages 7 1,2', 'messages 7', 'messages all'])
      watchers.hear(argument)
    assert.deepEqual(heard, [[1, 2], 'any', 'any'])
    watchers.tellAll()
    assert.equal(heard.length, 4)
  })

  it('say whose changes they follow at once and three times a minute, once for all of a client', async () => {
    const { clock, said, watched, watchers, flushes } = watching()
    const silent = () => {}
    const stops = [
      await watchers.watch({ subject: 'messages', scope: 7, onChange: silent }),
      await watchers.watch({ subject: 'webhooks', scope: 7, onChange: silent }),
      await watchers.watch({ subject: 'messages', scope: EVERY_CLIENT, onChange: silent }),
    ]
    assert.deepEqual(said.splice(0), ['watched 7', 'watched *'])
    assert.equal(flushes(), 2)
    clock.advance(BELIEVED_MS)
    assert.deepEqual(said.splice(0), ['watched 7,*', 'watched 7,*', 'watched 7,*'])
    assert.deepEqual(new Set(watched), new Set([7, EVERY_CLIENT]))
    for (const stop of stops) stop()
    clock.advance(BELIEVED_MS)
    assert.deepEqual(said, [])
    assert.deepEqual(readScopes('7,*'), [7, '*'])
  })
})
