import { type BenchGateway, requireOwn } from '../gateway/bench-gateway.ts'
import type { GatewayProcess } from '../gateway/gateway-process.ts'
import { runLoad } from '../generator/generator-process.ts'
import type { FigureSpec, Round } from '../report/figures.ts'
import { loadJob, SMPP_WINDOW } from './load-job.ts'
import { measureSends } from './measure-sends.ts'
import { countSmsc, requireSmsc } from './network-counter.ts'
import type { RunOptions, Scenario } from './scenario.ts'
import { waitUntil } from './wait-until.ts'

const POLL_MS = 100
/** Nodes that share the link, so that one route is sent by both. */
const NODES = 2
/** How long the second node may take to get a share of the link from the first. */
const BALANCE_MS = 60_000

/**
 * The same sends to one process with all roles and then to two with one database, each with half of the connections and
 * half of the one link. Where both processes and Postgres share two cores, the ratio shows what a second process costs;
 * where it has cores of its own, also what it brings.
 */
export const nodes: Scenario = {
  name: 'nodes',
  description: 'v2 requests with one recipient each, to one process and then to two on one database',
  // Half as many connections for each of two processes make half as large commits: with 64, this is most of the cost.
  defaults: { clients: 256, messages: 50_000, warmup: 10_000, receipts: false },
  title: ({ clients, messages }) =>
    `twice ${messages} requests over ${clients} connections, one link of ${NODES} binds with window ${SMPP_WINDOW}, without receipts`,
  plan: () => ({
    smsc: { answerAfterMs: 0, link: { binds: NODES, nodes: NODES, window: SMPP_WINDOW, receipts: 'none' } },
  }),
  figures: () => FIGURES,
  async measure(gateway, options) {
    const one = await measureWith(gateway, [], options, 0)
    const second = await requireOwn(gateway).startNode('second')
    await untilBothHaveTheLink(gateway, options)
    const two = await measureWith(gateway, [second], options, options.warmup + options.messages)
    return compare(one, two)
  },
}

const rate = (key: string, label: string): FigureSpec => ({ key, label, unit: 'messages/s', digits: 0 })
const cpu = (key: string, label: string): FigureSpec => ({ key, label, unit: 's per 1,000', digits: 4 })

const FIGURES: readonly FigureSpec[] = [
  rate('onePerSecond', 'submitted by one process'),
  rate('twoPerSecond', 'submitted by two processes'),
  { key: 'ratio', label: 'of the rate of one', unit: 'x', digits: 2 },
  cpu('oneCpu', 'CPU of gateway and Postgres, one process'),
  cpu('twoCpu', 'CPU of gateway and Postgres, two processes'),
  { key: 'cpuRatio', label: 'of the CPU of one', unit: 'x', digits: 2 },
]

async function measureWith(
  gateway: BenchGateway,
  more: readonly GatewayProcess[],
  options: RunOptions,
  firstNumber: number,
): Promise<Round> {
  const { clients, messages, warmup } = options
  const otherPorts = more.map(({ http }) => Number(new URL(http).port))
  if (warmup > 0) await runLoad(loadJob(gateway, { clients, requests: warmup, otherPorts, firstNumber }), options)
  const job = loadJob(gateway, { clients, requests: messages, otherPorts, firstNumber: firstNumber + warmup })
  const network = countSmsc(requireSmsc(gateway))
  return measureSends(gateway, job, messages, { ...options, receipts: false }, { network, nodes: more })
}

async function untilBothHaveTheLink({ sql }: BenchGateway, options: RunOptions): Promise<void> {
  const found = await waitUntil(POLL_MS, { ...options, timeoutMs: BALANCE_MS }, async () => {
    const [row] = await sql<{ nodes: string }[]>`
      select count(distinct lease) as nodes from heliograph.link_lease where is_up`
    return Number(row?.nodes) === NODES || undefined
  })
  if (found === undefined) throw new Error('The second node got no share of the link from the first')
}

function compare(one: Round, two: Round): Round {
  const divide = (key: string) => {
    const [before, after] = [one.values[key], two.values[key]]
    return before === undefined || after === undefined ? undefined : after / before
  }
  return {
    complete: one.complete && two.complete,
    problems: [
      ...one.problems.map((problem) => `one process: ${problem}`),
      ...two.problems.map((problem) => `two processes: ${problem}`),
    ],
    disturbed: one.disturbed || two.disturbed,
    loopMs: two.loopMs,
    values: {
      onePerSecond: one.values.submittedPerSecond,
      twoPerSecond: two.values.submittedPerSecond,
      ratio: divide('submittedPerSecond'),
      oneCpu: one.values.cpu,
      twoCpu: two.values.cpu,
      cpuRatio: divide('cpu'),
    },
    windowUs: two.windowUs,
    details: { one: one.details, two: two.details },
  }
}
