import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summariseProfile } from '../src/profile/cpu-profile.ts'
import { groupOf, renderShares, splitCpu } from '../src/profile/shares.ts'
import { type Round, type ScenarioReport, summarise } from '../src/report/figures.ts'
import { median, percentile } from '../src/report/statistics.ts'
import { renderReport } from '../src/report/table.ts'

for (const [values, expected] of [
  [[], undefined],
  [[3], 3],
  [[4, 1], 2.5],
  [[9, 1, 5], 5],
] as const) {
  test(`median of ${JSON.stringify(values)}`, () => assert.equal(median(values), expected))
}

for (const [share, expected] of [
  [0, 1],
  [50, 5],
  [95, 10],
  [100, 10],
] as const) {
  test(`${share}th percentile`, () => assert.equal(percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], share), expected))
}

const ROUND: Round = { complete: true, problems: [], disturbed: false, values: {}, details: null }

const REPORT: ScenarioReport = {
  scenario: 'v2',
  title: 'three rounds',
  parameters: {},
  figures: [
    { key: 'rate', label: 'accepted', unit: 'messages/s', digits: 0, goal: { atLeast: 10_000 } },
    { key: 'cpu', label: 'CPU', unit: 's per 1,000', digits: 3, goal: { atMost: 0.16 } },
    { key: 'missing', label: 'not measured', unit: 'ms', digits: 1, goal: { atMost: 1 } },
  ],
  rounds: [
    { ...ROUND, values: { rate: 12_000, cpu: 0.2 }, loopMs: 234.4 },
    { ...ROUND, values: { rate: 9000, cpu: 0.15 }, disturbed: true },
    { ...ROUND, values: { rate: 11_000, cpu: 0.18 }, loopMs: 250 },
    { ...ROUND, values: { rate: 99_999, cpu: 0 }, complete: false, problems: ['accepted 1 of 2'] },
  ],
}

test('a summary takes the complete rounds only', () => {
  assert.deepEqual(
    summarise(REPORT).map(({ median: middle, least, greatest, reached }) => ({ middle, least, greatest, reached })),
    [
      { middle: 11_000, least: 9000, greatest: 12_000, reached: true },
      { middle: 0.18, least: 0.15, greatest: 0.2, reached: false },
      { middle: undefined, least: undefined, greatest: undefined, reached: undefined },
    ],
  )
})

test('the table shows medians, spread, goals and what was wrong', () => {
  assert.equal(
    renderReport(REPORT),
    [
      'v2: three rounds',
      '                median  least - greatest               goal',
      '  accepted      11,000    9,000 - 12,000  messages/s   >= 10,000  reached',
      '  CPU            0.180     0.150 - 0.200  s per 1,000  <= 0.16    MISSED',
      '  not measured       -                    ms           <= 1',
      '  fixed loop before each round, ms: 242 (234-250)',
      '  round 2: other processes used the machine',
      '  round 4 is not complete: accepted 1 of 2',
    ].join('\n'),
  )
})

test('a CPU profile by package and function, idle time left out', () => {
  const frame = (functionName: string, url = '', lineNumber = 9) => ({ functionName, url, lineNumber })
  const nodes = [
    frame('(idle)'),
    frame('(garbage collector)'),
    frame('submit', 'file:///x/core/engine/dist/accept/submissions.js'),
    frame('', 'file:///x/node_modules/.pnpm/postgres@3/node_modules/postgres/src/connection.js'),
    frame('parse', 'file:///x/node_modules/.pnpm/a@1/node_modules/@scope/lib/index.js'),
    frame('write', 'node:net'),
    frame('writev'),
  ].map((callFrame, id) => ({ id, callFrame }))
  const profile = {
    nodes,
    startTime: 1_000_000,
    samples: [0, 1, 2, 3, 2, 4, 5, 6],
    timeDeltas: [5000, 1000, 2000, 1500, 2000, 1000, 500, 250],
  }
  const { busyMs, byPackage, byFunction } = summariseProfile(profile, 2)
  assert.equal(busyMs, 8.25)
  assert.deepEqual(
    byPackage.map(({ name, selfMs }) => `${name} ${selfMs}`),
    ['core/engine 4', 'postgres 1.5', '(garbage collector) 1', '@scope/lib 1', 'node 0.5', '(native) 0.25'],
  )
  assert.deepEqual(
    byFunction.map(({ name }) => name),
    ['submit core/engine/dist/accept/submissions.js:10', '(anonymous) postgres/src/connection.js:10'],
  )
  const later = summariseProfile(profile, 9, [1_008_500, 1_011_500])
  assert.deepEqual(
    later.byPackage.map(({ name, selfMs }) => `${name} ${selfMs}`),
    ['core/engine 2', 'postgres 1.5'],
  )
})

for (const [place, group] of [
  ['(garbage collector)', 'garbage collector'],
  ['(program)', 'program and native code'],
  ['(native)', 'program and native code'],
  ['core/postgres-driver/src/connection.js', 'SQL driver'],
  ['adapters/v2/src/routes.ts', 'HTTP and interfaces'],
  ['core/http/src/outbound/client.ts', 'HTTP and interfaces'],
  ['core/engine/src/intake/accept/prepare.ts', 'accept'],
  ['core/engine/src/outbound/dispatch/dispatcher.ts', 'dispatch'],
  ['core/engine/src/outbound/receipts/ingest-receipts.ts', 'receipts'],
  ['core/engine/src/notify/webhooks/webhook-sender.ts', 'events and webhooks'],
  ['core/engine/src/database/micro-batch.ts', 'database layer'],
  ['core/smpp/src/session.ts', 'carrier'],
  ['plugins/carrier-smpp/src/link.ts', 'carrier'],
  ['node:net', "node's own code"],
  ['core/runtime/src/host.ts', 'rest'],
] as const) {
  test(`${place} is counted as ${group}`, () => assert.equal(groupOf(place), group))
}

test('the CPU time of a message: main thread by group, other threads, Postgres', () => {
  const entry = (name: string, share: number) => ({ name, share, selfMs: 0 })
  const files = [entry('adapters/v2/src/routes.ts', 0.5), entry('core/http/src/a.ts', 0.25), entry('(program)', 0.25)]
  const shares = splitCpu(files, { values: { cpu: 0.2, cpuGateway: 0.12, cpuMain: 0.1, cpuPostgres: 0.08 } })
  assert.deepEqual(renderShares(shares ?? assert.fail()), [
    '  CPU time                      us a message    share',
    '  program and native code               25.0   12.5 %',
    '  HTTP and interfaces                   75.0   37.5 %',
    '  other threads of the process          20.0   10.0 %',
    '  Postgres                              80.0   40.0 %',
    '  all                                  200.0  100.0 %',
  ])
  assert.equal(splitCpu(files, { values: { rate: 1 } }), undefined)
})
