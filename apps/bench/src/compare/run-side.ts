import { runLoad } from '../generator/generator-process.ts'
import type { Round } from '../report/figures.ts'
import { type RoundOptions, runScenario } from '../run-scenario.ts'
import { loadJob, SMPP_WINDOW } from '../scenarios/load-job.ts'
import { measureSends } from '../scenarios/measure-sends.ts'
import { countSmsc, requireSmsc } from '../scenarios/network-counter.ts'
import type { Scenario, ScenarioOptions } from '../scenarios/scenario.ts'
import { sendFigures } from '../scenarios/send-figures.ts'
import { smppThrough } from '../scenarios/smpp-through.ts'
import { OPEN_TO_SINK, setWebhookUrls, withSink } from '../scenarios/webhook-urls.ts'
import type { CompareKey, Contest } from './contests.ts'
import { measurePeer } from './measure-peer.ts'
import { type Peer, SIDES } from './sides.ts'

/**
 * With receipts, a window of 100 would limit Kannel, whose small writes wait for the other side's acknowledgements.
 * Both sides use the same window.
 */
const WINDOW_WITH_RECEIPTS = 1000

function windowOf({ kannel }: Contest): number {
  return kannel === 'none' ? SMPP_WINDOW : WINDOW_WITH_RECEIPTS
}

/** Takes one measurement of the gateway. */
export async function runGateway(
  contest: Contest,
  options: ScenarioOptions,
  roundOptions: RoundOptions,
): Promise<Round> {
  const scenario = contest.kannel === undefined ? smppThrough : sendsOverSmpp(contest)
  const { rounds } = await runScenario(scenario, options, { ...roundOptions, rounds: 1 })
  const [round] = rounds
  if (round === undefined) throw new Error('There was no round')
  return { ...round, values: comparable(round, contest) }
}

/**
 * Takes one measurement of a peer, repeated like a scenario's when other processes disturbed it. A failed measurement
 * counts as not complete, with the reason, so that the other measurements remain valid.
 */
export async function runPeer(
  contest: Contest,
  peer: Peer,
  options: ScenarioOptions,
  { parent, keep, repeats }: RoundOptions,
): Promise<Round> {
  for (let attempt = 0; ; attempt++) {
    const run = { contest, peer, parent, keep, window: windowOf(contest) }
    const round = await measurePeer(run, options).catch(failedRound)
    const isGood = round.complete && !round.disturbed
    if (isGood || attempt >= repeats) return round
    const why = round.disturbed ? 'was disturbed by other processes' : `failed (${round.problems.join('; ')})`
    options.say(`${contest.name}: ${SIDES[peer.side]} ${why}, once more`)
  }
}

/** The round of a measurement that ended with an error. */
export function failedRound(error: unknown): Round {
  const problem = error instanceof Error ? error.message : String(error)
  return { complete: false, problems: [problem], disturbed: false, values: {}, details: null }
}

/**
 * v2 requests to a gateway that submits over SMPP, as Kannel does: to the same kind of network, over one bind, within
 * the same window.
 */
function sendsOverSmpp(contest: Contest): Scenario {
  const receipts = contest.kannel !== 'none'
  const link = { window: windowOf(contest), ...(receipts ? {} : { receipts: 'none' }) }
  return {
    name: contest.name,
    description: contest.title,
    defaults: { clients: contest.clients, messages: contest.messages, warmup: 0, receipts },
    title: () => contest.title,
    plan: () => ({ smsc: { answerAfterMs: 0, link }, ...(contest.webhooks && OPEN_TO_SINK) }),
    figures: () => sendFigures({}, receipts),
    async measure(gateway, options) {
      const { clients, messages, seconds, warmup } = options
      const network = countSmsc(requireSmsc(gateway))
      await runLoad(loadJob(gateway, { clients, requests: warmup }), options)
      const job = loadJob(gateway, { clients, requests: messages, seconds, firstNumber: warmup })
      if (contest.webhooks === undefined) return measureSends(gateway, job, messages, options, { network })
      return withSink({ ports: 1, hanging: 0 }, async (callbacks) => {
        await setWebhookUrls(gateway.sql, { dlr: `http://127.0.0.1:${callbacks.port}/receipt` })
        return measureSends(gateway, job, messages, options, { network, callbacks })
      })
    },
  }
}

/**
 * Messages per second count messages that arrived: to the network or, with receipts, back from it or to the
 * URL that is called.
 */
function comparable({ values }: Round, { kannel, webhooks }: Contest): Record<CompareKey, number | undefined> {
  const furthest =
    kannel === undefined
      ? values.receiptsPerSecond
      : kannel === 'none'
        ? values.submittedPerSecond
        : webhooks
          ? values.calledPerSecond
          : values.deliveredPerSecond
  const { acceptedPerSecond, cpu, p50, p99, rssPeak } = values
  return { perSecond: furthest, acceptedPerSecond, cpu, p50, p99, rssPeak }
}
