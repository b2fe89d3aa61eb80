import type { BenchGateway } from '../gateway/bench-gateway.ts'
import { runLoad } from '../generator/generator-process.ts'
import type { LoadResult, RequestKind } from '../generator/job.ts'
import { waitForIdleMachine } from '../meters/idle-machine.ts'
import type { FigureSpec } from '../report/figures.ts'
import { median } from '../report/statistics.ts'
import { CLIENT_INTERFACES, legacyBatch, OPT_OUT_LINK, senderOf, textRequest } from './client-interfaces.ts'
import { loadJob } from './load-job.ts'
import type { RunOptions, Scenario } from './scenario.ts'
import { waitUntil } from './wait-until.ts'

const BATCH_RECIPIENTS = 10_000
const BATCHES = 5
const POLL_MS = 20
/** How often each interface is measured; the medians count. Single windows of a second differ by a tenth and more. */
const ROUNDS = 7
/**
 * What becomes of messages whose submit response never comes. Those of v2 have the priority HIGH and would be sent
 * again; those of the other interfaces are held, for which each attempt is stored before it begins: 12 µs of Postgres,
 * which are not the interface's.
 */
const AS_THE_OTHERS = { submissions: { unknownOutcome: { interfaces: { v2: 'hold' } } } }

/**
 * Single sends over every interface, each between two loads of v2, with whose mean it is compared: a machine that
 * changes its pace changes all three. All accepted messages reach the network before the next load begins.
 */
export const interfaces: Scenario = {
  name: 'interfaces',
  description:
    'single sends over every client interface, beside v2 in the same run; opt-out links; a large legacy batch',
  defaults: { clients: 64, messages: 10_000, warmup: 2000, receipts: false },
  title: ({ clients, messages }) => `${messages} requests with one recipient each over ${clients} connections`,
  plan: () => ({
    simulator: { receipts: false },
    sections: AS_THE_OTHERS,
    instances: Object.fromEntries(
      [...CLIENT_INTERFACES, OPT_OUT_LINK].map(({ name, config }) => [
        name,
        { use: `@heliograph/adapter-${name}`, ...(config && { config }) },
      ]),
    ),
  }),
  figures: () => [
    rate('v2', 'v2'),
    ...CLIENT_INTERFACES.flatMap(({ name, goal }) => [
      rate(name, name),
      { key: `${name}Ratio`, label: `${name}, of v2`, unit: 'x', digits: 2, goal },
    ]),
    { ...rate('links', 'opt-out links'), unit: 'links/s', goal: OPT_OUT_LINK.goal },
    {
      key: 'batch',
      label: `legacy, ${BATCH_RECIPIENTS} recipients, longest of ${BATCHES}`,
      unit: 'ms',
      digits: 0,
      goal: { atMost: 1000 },
    },
  ],
  async measure(gateway, options) {
    const run = new InterfaceRun(gateway, options)
    const quiet = await waitForIdleMachine(options)
    const values = await run.measure(gateway)
    values.links = await run.rate('links', textRequest(OPT_OUT_LINK, gateway), false)
    values.batch = await run.longestBatch()
    const { problems, loads } = run
    return {
      complete: problems.length === 0,
      problems,
      disturbed: !quiet.quiet,
      loopMs: quiet.loopMs,
      values,
      details: { quiet, loads },
    }
  },
}

function rate(key: string, label: string): FigureSpec {
  return { key, label, unit: 'messages/s', digits: 0 }
}

interface InterfaceLoad {
  readonly name: string
  readonly request: RequestKind
  readonly clients: number
  readonly requests: number
  /** Messages of each request. */
  readonly perRequest: number
  /** Whether each accepted request leads to a message. */
  readonly isSent: boolean
}

class InterfaceRun {
  readonly problems: string[] = []
  readonly loads: LoadResult[] = []
  readonly #gateway: BenchGateway
  readonly #options: RunOptions
  #numbers = 0

  constructor(gateway: BenchGateway, options: RunOptions) {
    this.#gateway = gateway
    this.#options = options
  }

  /** Resolves with the rates of all interfaces, and their ratios to that of v2. */
  async measure(gateway: BenchGateway): Promise<Record<string, number>> {
    const taken = new Map<string, number[]>()
    const note = (key: string, value: number) => taken.set(key, [...(taken.get(key) ?? []), value])
    const rateOfV2 = () => this.rate('v2', { kind: 'single' })
    let before = await rateOfV2()
    for (let round = 0; round < ROUNDS; round += 1)
      for (const each of CLIENT_INTERFACES) {
        const own = await this.rate(each.name, textRequest(each, gateway))
        const after = await rateOfV2()
        note('v2', after)
        note(each.name, own)
        note(`${each.name}Ratio`, own / ((before + after) / 2))
        before = after
      }
    return Object.fromEntries([...taken].map(([key, values]) => [key, median(values) as number]))
  }

  /** Resolves with the accepted messages per second, after warming up the code. */
  async rate(name: string, request: RequestKind, isSent = true): Promise<number> {
    const { clients, messages, warmup } = this.#options
    if (warmup > 0) await this.#load({ name, request, clients, requests: warmup, perRequest: 1, isSent })
    const load = await this.#load({ name, request, clients, requests: messages, perRequest: 1, isSent })
    return (load.accepted / (load.lastAtMs - load.firstAtMs)) * 1000
  }

  /** Resolves with the time of the slowest of some large requests, sent one after the other; milliseconds. */
  async longestBatch(): Promise<number> {
    const request = legacyBatch(senderOf(this.#gateway), BATCH_RECIPIENTS)
    const load = await this.#load({
      name: 'legacy batch',
      request: { kind: 'text', request, mark: ':PENDING' },
      clients: 1,
      requests: BATCHES,
      perRequest: BATCH_RECIPIENTS,
      isSent: true,
    })
    return load.latency.maxMs
  }

  async #load({ name, request, clients, requests, perRequest, isSent }: InterfaceLoad): Promise<LoadResult> {
    const { simulator } = this.#gateway
    const sentBefore = (await simulator.stats()).messages
    const load = await runLoad(
      loadJob(this.#gateway, { clients, requests, request, firstNumber: this.#numbers }),
      this.#options,
    )
    // A visit has two numbers, a batch thousands; the recipients of consecutive requests may overlap, those of
    // different loads do not.
    this.#numbers += requests + perRequest
    this.loads.push(load)
    const expected = requests * perRequest
    if (load.accepted !== expected)
      this.problems.push(
        `accepted ${load.accepted} of ${expected}: ${JSON.stringify(load.statuses)} ${load.firstError}`,
      )
    if (!isSent) return load
    const arrived = await waitUntil(POLL_MS, this.#options, async () =>
      (await simulator.stats()).messages - sentBefore >= load.accepted ? true : undefined,
    )
    if (arrived === undefined) this.problems.push(`${name}: not all reached the network in time`)
    return load
  }
}
