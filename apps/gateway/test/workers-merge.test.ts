import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LinkReport } from '../src/links/format-links.ts'
import { type CrewHealth, mergeHealth, mergeLinks, mergeOutcomes } from '../src/workers/merge-answers.ts'
import { mergeMetrics } from '../src/workers/merge-metrics.ts'

// What the admin port of several workers answers, from the answers of each.

describe('metrics', () => {
  const first = [
    '# HELP a_total What a is',
    '# TYPE a_total counter',
    'a_total{instance="v2",text="a } b"} 3',
    '# HELP b What b is',
    '# TYPE b gauge',
    'b 1',
    '# EOF',
    '',
  ].join('\n')

  const ROWS = [
    {
      what: 'each metric is described once, and its samples stand together',
      scraped: [
        { worker: 'gw-1', text: first },
        { worker: 'gw-2', text: first.replace('} 3', '} 4') },
      ],
      lines: [
        '# HELP a_total What a is',
        '# TYPE a_total counter',
        'a_total{worker="gw-1",instance="v2",text="a } b"} 3',
        'a_total{worker="gw-2",instance="v2",text="a } b"} 4',
        '# HELP b What b is',
        '# TYPE b gauge',
        'b{worker="gw-1"} 1',
        'b{worker="gw-2"} 1',
      ],
    },
    {
      what: 'what only one has comes as well, and names are escaped',
      scraped: [
        { worker: 'a', text: '# TYPE b gauge\nb 1\n# EOF\n' },
        { worker: '"\\\n', text: '# TYPE b gauge\nb{} 2\n# TYPE c gauge\nc{x="1"} 3\n# EOF\n' },
      ],
      lines: [
        '# TYPE b gauge',
        'b{worker="a"} 1',
        'b{worker="\\"\\\\\\n"} 2',
        '# TYPE c gauge',
        'c{worker="\\"\\\\\\n",x="1"} 3',
      ],
    },
    {
      what: 'samples of the supervisor are left as they are',
      scraped: [{ worker: undefined, text: '# TYPE up gauge\nup{worker="gw-1"} 1\n# EOF\n' }],
      lines: ['# TYPE up gauge', 'up{worker="gw-1"} 1'],
    },
    { what: 'none', scraped: [], lines: [] },
  ]

  for (const { what, scraped, lines } of ROWS)
    test(what, () => assert.equal(mergeMetrics(scraped), [...lines, '# EOF', ''].join('\n')))
})

describe('readiness', () => {
  const well = { status: 'ok', phase: 'running', instances: {}, checks: {} } as const
  const limited = { ...well, status: 'degraded' } as const
  const gone = { status: 'down', reason: 'It starts.' } as const
  const ROWS: readonly (readonly [CrewHealth['workers'], CrewHealth['status']])[] = [
    [{ a: well, b: well }, 'ok'],
    [{ a: well, b: limited }, 'degraded'],
    [{ a: well, b: gone }, 'degraded'],
    [{ a: gone, b: { ...well, status: 'down' } }, 'down'],
  ]
  for (const [workers, status] of ROWS)
    test(`${Object.values(workers).map((worker) => worker.status)}: ${status}`, () =>
      assert.deepEqual(mergeHealth(workers), { status, workers }))
})

describe('links', () => {
  const link = (id: string, state: string) => ({ id, status: { state } }) as LinkReport
  const ROWS = [
    {
      what: 'the worker that uses a link',
      reports: { a: [link('smsc/x', 'standby')], b: [link('smsc/x', 'up')] },
      links: [{ ...link('smsc/x', 'up'), worker: 'b' }],
    },
    {
      what: 'all workers that use it, and links in their order',
      reports: {
        a: [link('smsc/y', 'down'), link('smsc/x', 'up')],
        b: [link('smsc/y', 'standby'), link('smsc/x', 'up')],
      },
      links: [
        { ...link('smsc/x', 'up'), worker: 'a' },
        { ...link('smsc/x', 'up'), worker: 'b' },
        { ...link('smsc/y', 'down'), worker: 'a' },
      ],
    },
    {
      what: 'one that no worker uses stands there once, without a worker',
      reports: { a: [link('smsc/x', 'standby')], b: [link('smsc/x', 'standby')] },
      links: [link('smsc/x', 'standby')],
    },
  ]
  for (const { what, reports, links } of ROWS) test(what, () => assert.deepEqual(mergeLinks(reports), links))
})

test('a reload: what has come of it on all workers, each thing once', () => {
  const failed = [{ path: 'http.tls', message: 'no key' }]
  assert.deepEqual(
    mergeOutcomes([
      { applied: ['log.level'], restart: ['http.port'], failed },
      { applied: ['log.level', 'routing'], restart: [], failed: [...failed, { path: 'http.tls', message: 'other' }] },
    ]),
    {
      applied: ['log.level', 'routing'],
      restart: ['http.port'],
      failed: [...failed, { path: 'http.tls', message: 'other' }],
    },
  )
})
