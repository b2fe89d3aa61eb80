import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { loadLinkHours } from '../src/operate/link-hours.ts'
import type { LinkAnswers } from '../src/outbound/dispatch/answer-counts.ts'
import { dropOldMinutes, LinkMinutes } from '../src/outbound/dispatch/link-minutes.ts'
import { useDatabase } from './support/database-fixture.ts'

const MINUTE = 60_000

describe('what links do by the minute', () => {
  const db = useDatabase()
  beforeEach(async () => {
    await db.sql`truncate link_minute`
  })

  /** A node that begins so many minutes before the present one, in the middle of it. */
  function openNode(minutesAgo: number, held: readonly string[]) {
    const clock = createManualClock((Math.floor(Date.now() / MINUTE) - minutesAgo + 0.5) * MINUTE)
    const answers = new Map<string, { taken: number; failed: number }>()
    const outstanding = new Map<string, number>()
    const minutes = new LinkMinutes({
      sql: db.sql,
      clock,
      logger: captureLogger(),
      links: () => ['a/a', 'b/b'].map((id) => ({ id, link: { window: 10 } })),
      outstanding: (link) => outstanding.get(link) ?? 0,
      answersOf: (link): LinkAnswers => answers.get(link) ?? { taken: 0, failed: 0 },
      holds: (link) => held.includes(link),
    })
    return { clock, answers, outstanding, minutes }
  }

  const known = async () =>
    (await loadLinkHours(db.sql)).map(
      ({ link, minutes }) => [link, minutes.filter((minute) => minute !== null)] as const,
    )

  it('are written once a minute is over, with the most that was on its way', async () => {
    const { clock, answers, outstanding, minutes } = openNode(3, ['a/a'])
    answers.set('a/a', { taken: 100, failed: 5 })
    await minutes.sample()
    answers.set('a/a', { taken: 107, failed: 6 })
    outstanding.set('a/a', 9)
    await minutes.sample()
    outstanding.set('a/a', 2)
    await minutes.sample()
    assert.deepEqual(await known(), [])
    clock.advance(MINUTE)
    await minutes.sample()
    clock.advance(MINUTE)
    await minutes.sample()
    const first = { taken: 7, failed: 1, outstanding: 9, window: 10 }
    assert.deepEqual(await known(), [['a/a', [first, { taken: 0, failed: 0, outstanding: 2, window: 10 }]]])
  })

  it('are those of all nodes together, and end before the present minute', async () => {
    const nodes = [openNode(2, ['a/a']), openNode(2, [])]
    for (const { minutes } of nodes) await minutes.sample()
    for (const { answers } of nodes) answers.set('a/a', { taken: 4, failed: 0 })
    for (const { clock, minutes } of nodes) {
      clock.advance(MINUTE)
      await minutes.sample()
    }
    assert.deepEqual(await known(), [['a/a', [{ taken: 8, failed: 0, outstanding: 0, window: 10 }]]])
    await db.sql`
      insert into link_minute values ('b/b', date_trunc('minute', now()), 1, 1, 1, 1),
        ('c/c', date_trunc('minute', now()) - interval '61 minutes', 1, 1, 1, 1)`
    const [hour] = await loadLinkHours(db.sql)
    assert.equal(hour?.minutes.length, 60)
    // Another minute may have begun meanwhile.
    assert.ok([57, 58].includes(hour?.minutes.findLastIndex((minute) => minute !== null) ?? 0))
  })

  it('go after two hours', async () => {
    await db.sql`
      insert into link_minute values ('a/a', now() - interval '121 minutes', 1, 1, 1, 1),
        ('b/b', now() - interval '119 minutes', 1, 1, 1, 1)`
    await dropOldMinutes(db.sql)
    assert.deepEqual(
      (await db.sql<{ link: string }[]>`select link from link_minute`).map(({ link }) => link),
      ['b/b'],
    )
  })
})
