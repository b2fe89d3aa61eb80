import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ability } from '../src/chaos/ability.ts'
import { NODES } from '../src/chaos/faults.ts'
import { Stalls } from '../src/chaos/stalls.ts'
import { Takeovers } from '../src/chaos/takeovers.ts'

const START_MS = 1_000_000

/** Two nodes that serve from the start on, a clock to be moved, and the rows of nodes in the database. */
function openWatch() {
  let nowMs = START_MS
  const clock = () => nowMs
  const ability = new Ability(clock)
  for (const node of NODES) ability.nodeIsUp(node)
  const takeovers = new Takeovers(ability, clock)
  const stalls = new Stalls(ability, 10, clock)
  const rows = new Set(['node-1 0', 'node-2 0'])
  return {
    ability,
    takeovers,
    stalls,
    rows,
    pass(seconds: number) {
      nowMs += seconds * 1000
    },
    look: () =>
      takeovers.look(async () =>
        [...rows].map((row) => ({ name: row.slice(0, 6), startedAtMs: START_MS + 1000 * Number(row.slice(7)) })),
      ),
    sent: (link: string, secondsAgo: number) => [link, nowMs - secondsAgo * 1000] as const,
  }
}

test('a takeover within 20 s is no finding, and a row of the next process is not that of the dead one', async () => {
  const { takeovers, rows, pass, look } = openWatch()
  takeovers.noteDeath(0)
  rows.add('node-1 3')
  pass(19)
  await look()
  rows.delete('node-1 0')
  await look()
  pass(60)
  await look()
  assert.deepEqual([takeovers.late, takeovers.longestMs], [[], 19_000])
})

test('a takeover that takes longer is a finding, once', async () => {
  const { takeovers, pass, look } = openWatch()
  takeovers.noteDeath(1)
  for (const seconds of [20, 1, 30]) {
    pass(seconds)
    await look()
  }
  assert.equal(takeovers.late.length, 1)
  assert.match(takeovers.late[0] ?? '', /node-2.*after 21 s/)
})

test('the 20 s of a takeover are those of a process that could take over', async () => {
  const { ability, takeovers, pass, look } = openWatch()
  takeovers.noteDeath(0)
  ability.nodeIsDown(0)
  await ability.without(NODES, async () => pass(60))
  ability.nodeIsUp(0)
  pass(20)
  await look()
  assert.deepEqual(takeovers.late, [])
  pass(1)
  await look()
  assert.equal(takeovers.late.length, 1)
})

test('no node has to take over while it is cut off', async () => {
  const { ability, takeovers, pass, look } = openWatch()
  ability.nodeIsDown(0)
  takeovers.noteDeath(0)
  await ability.without([1], async () => {
    pass(60)
    await look()
  })
  assert.deepEqual(takeovers.late, [])
})

for (const [name, waiting, silentS, disturbedAfterS, findings] of [
  ['a silent link while messages wait', 10, 21, undefined, 1],
  ['a link that is silent for a shorter time', 10, 20, undefined, 0],
  ['a link with little left to send', 9, 21, undefined, 0],
  ['a link that is silent because of the next fault', 10, 21, 10, 0],
] as const) {
  test(`stalls: ${name}`, () => {
    const { ability, stalls, pass, sent } = openWatch()
    const look = (bAgo: number) =>
      stalls.look(100, { messages: 100 - waiting, lastByLink: new Map([sent('a', 0), sent('b', bAgo)]) })
    look(0)
    for (let second = 1; second <= silentS; second++) {
      if (second === disturbedAfterS) ability.disturb()
      pass(1)
      look(second)
    }
    assert.equal(stalls.late.length, findings)
    if (findings > 0) assert.match(stalls.late[0] ?? '', /^link b .* 10 messages waiting/)
  })
}
