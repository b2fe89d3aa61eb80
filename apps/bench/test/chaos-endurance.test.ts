import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type AccountedRun, readAccount, saveRun } from '../src/chaos/endurance/account.ts'
import { ACCOUNT_HEAD, accountRows } from '../src/chaos/endurance/account-table.ts'
import { drawSamples } from '../src/chaos/endurance/draw-samples.ts'
import { roundMs } from '../src/chaos/endurance/endure.ts'
import { octetsOf } from '../src/chaos/endurance/figures.ts'
import { slopeOf, trendOf } from '../src/chaos/endurance/flatness.ts'
import { Pace } from '../src/chaos/endurance/pace.ts'
import { pacedRequests } from '../src/chaos/endurance/paced-requests.ts'
import { renderPlot, ticksOf } from '../src/chaos/endurance/plot.ts'
import type { Sample } from '../src/chaos/endurance/sample.ts'
import { accountOf, type RoundSummary } from '../src/chaos/endurance/summary.ts'
import { describeFlatness, describeRun } from '../src/chaos/endurance/verdict.ts'
import { createRandom } from '../src/chaos/random.ts'

/** A pace for a machine that carries so many messages a second. */
function drive(pace: Pace, seconds: number, carries: number): number {
  let waiting = 0
  for (let second = 0; second < seconds; second++) {
    const passed = Math.min(carries, waiting + pace.perSecond)
    waiting += pace.perSecond - passed
    pace.look(waiting, passed)
  }
  return waiting
}

test('the pace comes to what the machine carries, with a backlog of seconds', () => {
  for (const carries of [200, 700]) {
    const pace = new Pace({ most: 10_000 })
    const waiting = drive(pace, 600, carries)
    assert.ok(Math.abs(pace.perSecond / carries - 1) < 0.3, `${pace.perSecond}`)
    assert.ok(waiting < 400 + 3 * carries, `${waiting}`)
  }
})

test('the pace keeps to its limit, and slows down when the machine does', () => {
  const pace = new Pace({ most: 300 })
  drive(pace, 600, 1_000)
  assert.equal(pace.perSecond, 300)
  drive(pace, 600, 50)
  assert.ok(pace.perSecond < 80, `${pace.perSecond}`)
})

test('nothing gets through in an outage, and the pace does not grow meanwhile', () => {
  const pace = new Pace({ most: 1_000 })
  drive(pace, 60, 1_000)
  const before = pace.perSecond
  for (let second = 0; second < 30; second++) pace.look(0, 0)
  assert.equal(pace.perSecond, before)
})

test('what an outage kept from being sent is not made up for', () => {
  let nowMs = 0
  const pace = new Pace({ most: 100, now: () => nowMs })
  assert.deepEqual([pace.reserve(50), pace.reserve(50), pace.reserve(1)], [0, 500, 1_000])
  nowMs = 60_000
  assert.deepEqual([pace.reserve(100), pace.reserve(100)], [0, 1_000])
})

test('paced requests number their messages one after the other, from the first of the round until it is calm', async () => {
  const calm = new AbortController()
  const pace = new Pace({ most: 1_000_000, now: () => 0 })
  const requests = pacedRequests({ first: 7, pace, random: createRandom(1), sizes: [3], signal: calm.signal })
  const given = [await requests.next(), await requests.next()]
  assert.deepEqual(given, [
    { first: 7, count: 3 },
    { first: 10, count: 3 },
  ])
  const waiting = requests.next()
  calm.abort()
  assert.equal(await waiting, undefined)
  assert.deepEqual(requests.span, { first: 7, end: 13 })
  assert.equal(pace.reserve(1), 0, 'what was not sent any more holds up nothing')
})

test('a round lasts for its faults, or for the whole milliseconds that are left of the run', () => {
  const faults = [{ kind: 'late-answers', pauseMs: 1_000, forMs: 12_000 }] as const
  assert.deepEqual([roundMs(faults, 600_000.5), roundMs(faults, 9_000.9), roundMs(faults, -0.5)], [14_000, 9_000, -1])
})

const MEBIBYTE = 2 ** 20

/** A sample whose nodes and tables have so many MiB. */
const sampleOf = (round: number, mebibytes: number, atS = 60 * round): Sample => ({
  atS,
  round,
  accepted: 100 * atS,
  waiting: 5,
  perSecond: 100,
  checker: MEBIBYTE,
  nodes: [null, { resident: mebibytes * MEBIBYTE, descriptors: 40 }],
  database: {
    tables: { message: { octets: mebibytes * MEBIBYTE, dead: 1_000 }, contact: { octets: 7, dead: 0 } },
    walOctets: 0,
    closedRanges: 1,
  },
})

const memory = {
  title: 'memory',
  unit: 'MiB',
  of: ({ nodes }: Sample) => (nodes[1]?.resident ?? 0) / MEBIBYTE,
}

test('the slope is that of the straight line with the least squares', () => {
  assert.equal(slopeOf([1, 3, 5, 7]), 2)
  assert.equal(slopeOf([5, 5]), 0)
  assert.equal(slopeOf([9]), 0)
})

for (const [name, mebibytes, growth] of [
  ['saw teeth of equal height', [100, 200, 100, 200, 100, 200, 100, 200], 0],
  ['growth only in the first half', [10, 20, 30, 40, 150, 150, 150, 150], 0],
  ['growth in the second half', [100, 100, 100, 100, 100, 100, 140, 140], 0.333],
  ['a last round that was cut short', [150, 150, 150, 150, 150, 150, 150, 150, 900], 0],
] as const) {
  test(`flat or not: ${name}`, () => {
    // Two samples a round.
    const samples = mebibytes.map((value, index) => sampleOf(1 + (index >> 1), value))
    const shown = trendOf(name.includes('short') ? [...samples, sampleOf(4, 150), sampleOf(4, 150)] : samples, memory)
    assert.ok(Math.abs((shown?.growth ?? Number.NaN) - growth) < 0.001, `${shown?.growth}`)
  })
}

test('three rounds are too few to tell a trend', () => {
  assert.equal(
    trendOf(
      [1, 2, 3].map((round) => sampleOf(round, 9)),
      memory,
    ),
    undefined,
  )
  assert.match(describeFlatness({ growth: {} }), /too few rounds/)
})

test('the verdict says what grew', () => {
  assert.match(describeFlatness({ growth: { 'memory of a node': 0.0999 } }), /^flat .*memory of a node \+10\.0 %$/)
  assert.match(
    describeFlatness({ growth: { 'memory of a node': -0.5, 'tables under retention': 0.2 } }),
    /^NOT FLAT .*memory of a node -50\.0 %, tables under retention \+20\.0 %$/,
  )
})

for (const [most, ticks] of [
  [1, [0, 0.5, 1]],
  [4, [0, 1, 2, 3, 4]],
  [37, [0, 10, 20, 30, 40]],
  [160, [0, 50, 100, 150, 200]],
] as const) {
  test(`the ticks of an axis up to ${most}`, () => assert.deepEqual(ticksOf(most, 4), ticks))
}

test('a plot has its axes, a legend and a line for each series, broken where a value is missing', () => {
  const svg = renderPlot({
    title: 'A & B',
    xTitle: 'minutes',
    panels: [
      {
        title: 'Memory, MiB',
        series: [
          {
            title: 'node <1>',
            points: [
              [0, 0],
              [1, 100],
              [2, undefined],
              [3, 50],
              [4, 100],
            ],
          },
        ],
      },
    ],
  })
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 880 \d+"/)
  for (const text of ['<title>A &amp; B</title>', 'node &lt;1>', 'Memory, MiB', 'minutes', '>100<', '>4<'])
    assert.ok(svg.includes(text), text)
  // From 64 to 860 for 0 to 4 minutes, and from 194 up to 64 for 0 to 100 MiB.
  assert.ok(svg.includes('<path d="M64 194L263 64M661 129L860 64" fill="none" stroke="#0072b2"'), svg)
})

test('a plot of samples shows nodes and tables, with gaps for what was down', () => {
  const down: Sample = { ...sampleOf(2, 0), nodes: [null, null], database: null }
  const svg = drawSamples('A run', [sampleOf(1, 100), down, sampleOf(3, 100)])
  for (const text of ['node 1', 'node 2', 'under retention', 'kept for years', 'waiting']) assert.ok(svg.includes(text))
  assert.doesNotMatch(svg, /NaN|undefined|null/)
})

test('tables that are kept for years are counted apart', () => {
  assert.deepEqual([octetsOf(sampleOf(1, 2), false), octetsOf(sampleOf(1, 2), true)], [2 * MEBIBYTE, 7])
  assert.equal(octetsOf({ ...sampleOf(1, 2), database: null }, false), undefined)
})

const ROUND: RoundSummary = {
  accepted: 1_000,
  submits: 1_003,
  lost: 0,
  notFinal: 0,
  twiceKnown: 0,
  twiceUnknown: 3,
  incoming: 50,
  findings: [],
  kinds: ['kill', 'restart'],
  resumesMs: [],
}
const HEAD = { began: '2026-01-02T03:04:05.678Z', database: 'server', minutes: 60, seed: 7 } as const

const account = (rounds: readonly RoundSummary[], samples: readonly Sample[] = [], findings: readonly string[] = []) =>
  accountOf(HEAD, rounds, samples, findings)

test('a run comes to what its rounds come to', () => {
  const bad = { ...ROUND, kinds: ['kill'], lost: 1, resumesMs: [10, 90, 20], findings: ['lost: 1 messages'] } as const
  const samples = [1, 2, 3, 4, 5, 6].map((round) => sampleOf(round, 100 + round))
  const run = account([ROUND, bad], samples, ['of the whole'])
  assert.deepEqual([run.accepted, run.submits, run.lost, run.twiceUnknown, run.incoming], [2_000, 2_006, 1, 6, 100])
  assert.deepEqual(run.faults, { kill: 2, restart: 1 })
  assert.deepEqual(run.findings, ['lost: 1 messages', 'of the whole'])
  assert.deepEqual(run.resumeMs, { median: 20, most: 90 })
  assert.deepEqual(
    [run.peakResident, run.tablesThird, run.tablesEnd],
    [106, 102, 106].map((mebibytes) => mebibytes * MEBIBYTE),
  )
  assert.deepEqual(Object.keys(run.growth), [
    'memory of a node',
    'tables under retention',
    'file descriptors of a node',
  ])
  assert.match(describeRun(run).join('\n'), /60 minutes, 2 rounds, 3 faults: 2,000 messages accepted, 1 lost/)
})

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-account-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

test('an account keeps every run once, however often it is saved', async (t) => {
  const folder = await openFolder(t)
  const other: AccountedRun = { ...account([ROUND]), began: '2026-01-01T00:00:00.000Z' }
  await saveRun(folder, other)
  await saveRun(folder, account([ROUND]))
  await saveRun(folder, account([ROUND, ROUND]))
  assert.deepEqual(
    (await readAccount(folder)).map(({ accepted }) => accepted),
    [1_000, 2_000],
  )
})

test('the table of an account adds up its runs, and counts each promise that was broken once', () => {
  const findings = ['lost: 1 messages', '  chaos-0000001: not stored', 'link a hands over nothing']
  const rows = accountRows([account([ROUND]), account([{ ...ROUND, lost: 1, findings }])])
  assert.deepEqual(
    rows.map((row) => row.length),
    [ACCOUNT_HEAD.length, ACCOUNT_HEAD.length, ACCOUNT_HEAD.length],
  )
  assert.deepEqual(rows[1]?.slice(0, 11), [
    '2026-01-02 03:04',
    'one Postgres',
    '60',
    '1',
    '2: 1 kill, 1 restart',
    '1,000',
    '1',
    '0',
    '0',
    '3',
    '1',
  ])
  assert.deepEqual(rows[2]?.slice(2, 11), ['120', '2', '4', '2,000 of 10,000,000', '1', '0', '0', '6', '1'])
})
