import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginningWith } from '../src/compare/compare.ts'
import type { Contest } from '../src/compare/contests.ts'
import { renderPage } from '../src/compare/page.ts'
import { renderResultsTable } from '../src/compare/results-table.ts'
import { failedRound } from '../src/compare/run-side.ts'
import { formatConfiguration } from '../src/kannel/configuration.ts'
import type { Round } from '../src/report/figures.ts'

const CONTEST: Contest = {
  name: 'single',
  title: 'single sends',
  clients: 64,
  messages: 1000,
  warmup: 0,
  kannel: 'none',
  goals: { perSecond: { ratio: { atLeast: 1 } }, cpu: { ratio: { atMost: 0.9 } }, rssPeak: { own: { atMost: 256 } } },
}

function round(perSecond: number, cpu: number, more: Partial<Round> = {}): Round {
  const values = { perSecond, acceptedPerSecond: perSecond, cpu, p50: 5, p99: 10, rssPeak: 150 }
  return { complete: true, problems: [], disturbed: false, values, details: null, ...more }
}

test('the page shows medians of both sides, their ratio and the goals', () => {
  const page = renderPage([
    {
      contest: CONTEST,
      gateway: [round(12_000, 0.1, { loopMs: 230 }), round(11_000, 0.12, { loopMs: 260 }), round(9000, 0.11)],
      kannel: [round(10_000, 0.1), round(99, 9, { complete: false, problems: ['accepted 1 of 2'] })],
      kamex: [],
    },
  ])
  assert.equal(
    page,
    [
      'single: single sends',
      '                                                            gateway  Kannel   ratio  goal',
      '  messages/s, all the way                     11,000 (9,000-12,000)  10,000  1.10 x  >= 1 x    reached',
      '  messages/s, accepted                        11,000 (9,000-12,000)  10,000  1.10 x',
      '  CPU, s per 1,000 messages                  0.1100 (0.1000-0.1200)  0.1000  1.10 x  <= 0.9 x  MISSED',
      '  latency of a request, median, ms                 5.00 (5.00-5.00)    5.00  1.00 x',
      '  latency of a request, 99th percentile, ms     10.00 (10.00-10.00)   10.00  1.00 x',
      '  memory, peak, MiB                                   150 (150-150)     150  1.00 x  <= 256    reached',
      '  fixed loop before each round, ms                    245 (230-260)       -',
      '  Kannel, round 2 is not complete: accepted 1 of 2',
    ].join('\n'),
  )
})

test('Kamex, where it was measured, has columns of its own; the goals still compare with Kannel', () => {
  const [kannel, kamex] = [[round(10_000, 0.1)], [round(16_000, 0.05, { loopMs: 240 })]]
  const lines = renderPage([{ contest: CONTEST, gateway: [round(12_000, 0.1)], kannel, kamex }]).split('\n')
  const cells = lines.slice(1).map((line) => line.trim().split(/ {2,}/))
  assert.deepEqual(cells[0], ['gateway', 'Kannel', 'ratio', 'Kamex', 'ratio', 'goal'])
  assert.deepEqual(cells[1], [
    'messages/s, all the way',
    '12,000',
    '10,000',
    '1.20 x',
    '16,000',
    '0.75 x',
    '>= 1 x',
    'reached',
  ])
  assert.deepEqual(cells.at(-1), ['fixed loop before each round, ms', '-', '-', '240'])
})

for (const [sides, orders] of [
  ['ab', ['ab', 'ba', 'ab']],
  ['abc', ['abc', 'bca', 'cab', 'abc']],
] as const) {
  test(`${sides.length} sides take turns to begin`, () => {
    const seen = orders.map((_, round) => beginningWith([...sides], round).join(''))
    assert.deepEqual(seen, orders)
  })
}

test('a round of Kannel that failed is named and costs nothing else', () => {
  const kannel = [round(10_000, 0.1), failedRound(new Error('load generator: read ECONNRESET'))]
  const lines = renderPage([{ contest: CONTEST, gateway: [round(12_000, 0.1)], kannel, kamex: [] }]).split('\n')
  assert.match(lines[2] ?? '', /12,000 .*10,000 {2}1.20 x/)
  assert.equal(lines.at(-1), '  Kannel, round 2 is not complete: load generator: read ECONNRESET')
})

test('without Kannel only the goals of the gateway alone are judged', () => {
  const lines = renderPage([{ contest: CONTEST, gateway: [round(1, 0.1)], kannel: [], kamex: [] }]).split('\n')
  assert.deepEqual(
    lines.filter((line) => /reached|MISSED/.test(line)).map((line) => line.trim().split(/ {2,}/)),
    [['memory, peak, MiB', '150', '-', '-', '<= 256', 'reached']],
  )
})

test('figures with goals as a table in Markdown', () => {
  const [gateway, kannel] = [[round(12_000, 0.1)], [round(10_000, 0.1)]]
  const alone = { contest: CONTEST, gateway, kannel: [], kamex: [] }
  assert.deepEqual(renderResultsTable([{ ...alone, kannel, kamex: [round(8000, 0.2)] }, alone]).split('\n'), [
    '| Load | Gateway | Kannel | Ratio: msg/s, CPU | Ratio to Kamex | Goals: msg/s, CPU | Memory, MiB | Reached |',
    '|---|---|---|---|---|---|---|---|',
    '| single | 12,000/s, 0.100 s | 10,000/s, 0.100 s | 1.20, 1.00 | 1.50, 0.50 | >= 1 x, <= 0.9 x | 150 | no: CPU |',
    '| single | 12,000/s, 0.100 s | - | - | - | >= 1 x, <= 0.9 x | 150 | yes |',
  ])
})

for (const [receipts, databaseUrl, storage] of [
  ['none', undefined, 'internal'],
  ['memory', undefined, 'internal'],
  ['postgres', 'postgres://bench:se-cret@127.0.0.1:5433/receipts', 'pgsql'],
] as const) {
  test(`Kannel's configuration, receipts ${receipts}`, () => {
    const ports = { admin: 1, box: 2, http: 3, smsc: 4 }
    const text = formatConfiguration({ folder: '/f', spool: '/s', ports, window: 10, receipts, databaseUrl })
    const groups = text.split('\n\n').map((group) =>
      Object.fromEntries(
        group
          .trim()
          .split('\n')
          .map((line) => line.split(' = ')),
      ),
    )
    const named = (name: string) => groups.find(({ group }) => group === name)
    assert.equal(named('core')?.['dlr-storage'], `"${storage}"`)
    assert.equal(named('core')?.['store-location'], '"/s"')
    assert.equal(named('smsc')?.['max-pending-submits'], '10')
    for (const group of groups) {
      for (const [key, value] of Object.entries(group))
        if (key.endsWith('-interface')) assert.equal(value, '"127.0.0.1"')
    }
    const { host, port, username, password, database } = named('pgsql-connection') ?? {}
    assert.deepEqual(
      [host, port, username, password, database],
      databaseUrl === undefined
        ? Array.from({ length: 5 })
        : ['"127.0.0.1"', '"5433"', '"bench"', '"se-cret"', '"receipts"'],
    )
  })
}
