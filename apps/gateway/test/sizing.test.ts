import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkGeneratedBlocks } from '@heliograph/testkit'

/** What a message takes, as the bench measured it: one round of each scenario. */
interface Load {
  readonly load: string
  readonly scenario: string
  /** Octets. */
  readonly stored: number
  /** Octets. */
  readonly log: number
  /** Seconds of gateway and Postgres per 1,000 messages. */
  readonly cpu: number
}

const HEAVIEST: Load = {
  load: 'a request, its receipt and a signed webhook',
  scenario: 'webhooks-dlr',
  stored: 2_133,
  log: 2_099,
  cpu: 0.376,
}

const LOADS: readonly Load[] = [
  { load: 'a request', scenario: 'v2', stored: 838, log: 950, cpu: 0.155 },
  { load: 'one of 1,000 recipients of a request', scenario: 'v2-batch', stored: 1_013, log: 1_150, cpu: 0.068 },
  { load: 'a request and its receipt', scenario: 'v2 --receipts', stored: 930, log: 1_187, cpu: 0.294 },
  HEAVIEST,
]

const MESSAGES_A_DAY = [10_000, 100_000, 1_000_000, 10_000_000] as const
const DAYS_KEPT = [30, 90, 365] as const
const SHARE_OF_BUSIEST_HOUR = 0.15
/** Of tables, for what autovacuum has not freed. */
const SPARE = 4 / 3

const count = (value: number) => value.toLocaleString('en')

function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows
  return [head, head.map(() => '---'), ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function cores(value: number): string {
  return value < 0.01 ? 'below 0.01' : value.toFixed(2)
}

/** Two digits count. */
function gigabytes(octets: number): string {
  return `${count(Number((octets / 1e9).toPrecision(2)))} GB`
}

const message = table([
  ['A message', 'Measured by', 'Tables and indexes', 'Write-ahead log', 'Processor, s per 1,000'],
  ...LOADS.map(({ load, scenario, stored, log, cpu }) => [
    load,
    `\`bench ${scenario}\``,
    `${count(stored)} octets`,
    `${count(log)} octets`,
    cpu.toFixed(2),
  ]),
])

const deployment = table([
  [
    'Messages a day',
    'A second, busiest hour',
    'Processor, cores',
    ...DAYS_KEPT.map((days) => `Disk, ${days} days`),
    'Log a day',
  ],
  ...MESSAGES_A_DAY.map((messages) => {
    const aSecond = (messages * SHARE_OF_BUSIEST_HOUR) / 3_600
    return [
      count(messages),
      count(Number(aSecond.toPrecision(2))),
      cores((aSecond * HEAVIEST.cpu) / 1_000),
      ...DAYS_KEPT.map((days) => gigabytes(messages * days * HEAVIEST.stored * SPARE)),
      gigabytes(messages * HEAVIEST.log),
    ]
  }),
])

test('the tables of SIZING.md follow from what was measured', () =>
  checkGeneratedBlocks(fileURLToPath(new URL('../SIZING.md', import.meta.url)), { message, deployment }))
