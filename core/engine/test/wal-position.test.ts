import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judgePosition, type ReplayedPosition, type Verdict } from '../src/database/replica/wal-position.ts'

const WANTED = { octets: 1_000, timeline: 2, database: 'ours' }
const THERE: ReplayedPosition = { ...WANTED, isStandby: true, committedMs: 0 }

const ROWS: readonly (readonly [what: string, found: Partial<ReplayedPosition>, verdict: Verdict])[] = [
  ['a standby at that place', {}, 'reached'],
  ['one beyond it', { octets: 1_001 }, 'reached'],
  ['one before it', { octets: 999 }, 'behind'],
  ['one that was promoted, wherever it is', { octets: 2_000, isStandby: false, timeline: 3 }, 'not-a-standby'],
  ['one that has gone on where the former primary was', { octets: 2_000, timeline: 1 }, 'other-timeline'],
  ['one of another primary since', { timeline: 3 }, 'other-timeline'],
  ['a standby of something else', { database: 'theirs' }, 'other-database'],
  ['a primary of something else', { database: 'theirs', isStandby: false }, 'other-database'],
]

describe('where a replica is', () => {
  for (const [what, found, verdict] of ROWS)
    test(`${what}: ${verdict}`, () => {
      assert.equal(judgePosition(WANTED, { ...THERE, ...found }), verdict)
    })
})
