import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Acceptances } from '../src/chaos/acceptances.ts'
import { renderOutages } from '../src/chaos/patroni/outage-table.ts'
import { accountFor } from '../src/chaos/patroni/outages.ts'
import { findPatroniPrograms, MissingPrograms } from '../src/chaos/patroni/programs.ts'

/** Answers at these times, each of which accepts one message. */
function acceptedAt(times: readonly number[]): Acceptances {
  let now = 0
  const acceptances = new Acceptances(() => now)
  for (const [serial, time] of times.entries()) {
    now = time
    acceptances.note([serial])
  }
  return acceptances
}

const OUTAGE = { fault: 'a fault', beganMs: 10_000, endedMs: 30_000 }
const LOST = { ...OUTAGE, withoutStandbys: { fromMs: 11_000, toMs: 20_000 } }

for (const [name, outage, times, resumeMs, findings] of [
  ['accepted in time', OUTAGE, [9_000, 32_000], 2_000, []],
  ['accepted late', OUTAGE, [9_000, 32_001], 2_001, [/accepted only 2001 ms after a primary took writes: a fault/]],
  ['accepted before the write that looked for it', OUTAGE, [29_990, 30_500], 500, []],
  ['never accepted again', OUTAGE, [9_000], undefined, [/no message was accepted any more/]],
  ['nothing left to be accepted', OUTAGE, [1, 2, 3], undefined, []],
  ['an answer under way when the standbys went', LOST, [12_000, 30_001], 1, []],
  ['accepted without a standby', LOST, [12_001, 19_999, 30_001], 1, [/2 requests were accepted while/]],
  ['written without a standby', { ...LOST, endedMs: 19_000 }, [20_500], 1_500, [/the primary took a write/]],
] as const) {
  test(`an outage: ${name}`, () => {
    const account = accountFor(outage, acceptedAt(times), 3)
    assert.equal(account.resumeMs, resumeMs)
    assert.equal(account.findings.length, findings.length, account.findings.join())
    for (const [index, pattern] of findings.entries()) assert.match(account.findings[index] ?? '', pattern)
  })
}

test('outages are shown by kind, with the median, the least and the greatest', () => {
  const outage = (fault: string, outageMs: number, resumeMs: number | undefined) => ({
    fault,
    outageMs,
    resumeMs,
    findings: [],
  })
  const shown = renderOutages([outage('b', 1_000, 10), outage('a', 7, 8), outage('b', 3_000, undefined)])
  assert.deepEqual(
    shown.split('\n').map((line) => line.trim().split(/ {2,}/)),
    [
      ['outages of the database', 'until a primary took writes, ms', 'then until a message was accepted, ms'],
      ['a', '1', '7', '8'],
      ['b', '2', '2,000 (1,000-3,000)', '10'],
    ],
  )
})

test('missing programs are named, with where they come from', async (t) => {
  const path = process.env.PATH
  t.after(() => {
    process.env.PATH = path
  })
  process.env.PATH = ''
  const empty = mkdtempSync(join(tmpdir(), 'heliograph-programs-'))
  const found = await findPatroniPrograms(empty).catch((error: unknown) => error)
  // Where all are installed in the system's own places there is nothing to say.
  if (!(found instanceof MissingPrograms)) return
  assert.match(found.message, /^Missing, also in .*: (?:.*\n)+On Debian: apt-get install patroni etcd-server/)
  assert.match(found.message, /dpkg -x/)
})
