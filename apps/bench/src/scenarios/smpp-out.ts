import type { BenchGateway } from '../gateway/bench-gateway.ts'
import { SMSC } from '../gateway/gateway-plan.ts'
import { SIMULATOR } from '../gateway/simulator-admin.ts'
import { runLoad } from '../generator/generator-process.ts'
import { recipientOf } from '../generator/request-template.ts'
import type { Round } from '../report/figures.ts'
import { loadJob, SMPP_WINDOW } from './load-job.ts'
import { measureSends } from './measure-sends.ts'
import { countSimulator, countSmsc, type NetworkCounter, requireSmsc } from './network-counter.ts'
import type { RunOptions, Scenario } from './scenario.ts'

/** Messages from this number on have recipients whose prefix routes them to the network that speaks SMPP. */
const SMSC_FROM = 4_500_000
const SMSC_PREFIX = recipientOf(SMSC_FROM).slice(0, 5)

/**
 * v2 requests to one gateway, first to the simulated network and then to one that speaks SMPP; this shows the cost of
 * the link itself.
 */
export const smppOut: Scenario = {
  name: 'smpp-out',
  description: 'v2 requests with one recipient each, to the simulator and to a network over SMPP',
  defaults: { clients: 64, messages: 50_000, warmup: 5000, receipts: false },
  title: ({ clients, messages }) =>
    `twice ${messages} requests over ${clients} connections, link with window ${SMPP_WINDOW}, without receipts`,
  plan: () => ({
    simulator: { receipts: false },
    smsc: { answerAfterMs: 0, link: { window: SMPP_WINDOW, receipts: 'none' } },
    sections: {
      routes: { default: { links: [SIMULATOR] }, smpp: { links: [SMSC] } },
      routing: [{ when: { to: [SMSC_PREFIX] }, route: 'smpp' }],
    },
  }),
  figures: () => [
    { key: 'simulatorPerSecond', label: 'submitted to the simulator', unit: 'messages/s', digits: 0 },
    { key: 'smscPerSecond', label: 'submitted over SMPP', unit: 'messages/s', digits: 0 },
    { key: 'ratio', label: 'of the simulator figure', unit: '%', digits: 1, goal: { atLeast: 90 } },
    { key: 'simulatorCpu', label: 'CPU of gateway and Postgres, simulator', unit: 's per 1,000', digits: 4 },
    { key: 'smscCpu', label: 'CPU of gateway and Postgres, SMPP', unit: 's per 1,000', digits: 4 },
  ],
  async measure(gateway, options) {
    const simulated = await measureTo(gateway, options, 0, countSimulator(gateway.simulator))
    const overSmpp = await measureTo(gateway, options, SMSC_FROM, countSmsc(requireSmsc(gateway)))
    return compare(simulated, overSmpp)
  },
}

async function measureTo(
  gateway: BenchGateway,
  options: RunOptions,
  firstNumber: number,
  network: NetworkCounter,
): Promise<Round> {
  const { clients, messages, warmup } = options
  if (warmup > 0) await runLoad(loadJob(gateway, { clients, requests: warmup, firstNumber }), options)
  const job = loadJob(gateway, { clients, requests: messages, firstNumber: firstNumber + warmup })
  return measureSends(gateway, job, messages, { ...options, receipts: false }, { network })
}

function compare(simulated: Round, overSmpp: Round): Round {
  const before = simulated.values.submittedPerSecond
  const after = overSmpp.values.submittedPerSecond
  return {
    complete: simulated.complete && overSmpp.complete,
    problems: [
      ...simulated.problems.map((problem) => `simulator: ${problem}`),
      ...overSmpp.problems.map((problem) => `SMPP: ${problem}`),
    ],
    disturbed: simulated.disturbed || overSmpp.disturbed,
    loopMs: overSmpp.loopMs,
    values: {
      simulatorPerSecond: before,
      smscPerSecond: after,
      ratio: before === undefined || after === undefined ? undefined : (after / before) * 100,
      simulatorCpu: simulated.values.cpu,
      smscCpu: overSmpp.values.cpu,
    },
    windowUs: overSmpp.windowUs,
    details: { simulator: simulated.details, smpp: overSmpp.details },
  }
}
