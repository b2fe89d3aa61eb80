import type { CallbackSink } from '../callbacks/callback-sink.ts'
import { type Generator, runLoad, startGenerator } from '../generator/generator-process.ts'
import type { LoadJob, LoadResult } from '../generator/job.ts'
import { type KannelDeployment, openKannelDeployment } from '../kannel/kannel-deployment.ts'
import { sendsmsRequest } from '../kannel/sendsms-request.ts'
import { isDisturbed, startCpuMeter } from '../meters/cpu-meter.ts'
import { waitForIdleMachine } from '../meters/idle-machine.ts'
import { startMemoryMeter } from '../meters/memory-meter.ts'
import type { Round } from '../report/figures.ts'
import { countSmsc, type NetworkCounts } from '../scenarios/network-counter.ts'
import type { RunOptions, ScenarioOptions } from '../scenarios/scenario.ts'
import { waitUntil } from '../scenarios/wait-until.ts'
import type { Contest } from './contests.ts'
import { type Peer, SIDES } from './sides.ts'

const POLL_MS = 20

const PLAIN_SPOOL =
  'the spool is a plain folder (a file system of its own takes root and mkfs.ext4): on an ext4 without a journal that makes it slow'

export interface PeerRun {
  readonly contest: Contest
  readonly peer: Peer
  readonly parent: string
  readonly keep: boolean
  readonly window: number
}

/** Takes one measurement, with a fresh Kannel or Kamex. */
export async function measurePeer(run: PeerRun, options: ScenarioOptions): Promise<Round> {
  const { contest, peer, parent, keep, window } = run
  const name = SIDES[peer.side]
  const deployment = await openKannelDeployment({
    name,
    programs: peer.programs,
    parent,
    keep,
    window,
    receipts: contest.kannel ?? 'none',
  })
  try {
    if (!deployment.hasOwnSpool) options.say(`${name}: ${PLAIN_SPOOL}`)
    return await measure(deployment, contest, { ...options, signal: deployment.kannel.signal })
  } finally {
    await deployment.close()
  }
}

async function measure(deployment: KannelDeployment, contest: Contest, options: RunOptions): Promise<Round> {
  const { warmup, seconds, messages } = options
  const warm = await runLoad(sendsmsJob(deployment, contest, { requests: warmup }), options)
  await follow(deployment, contest, warm.accepted, options)
  // Wait before opening connections, because Kannel closes idle ones.
  const quiet = await waitForIdleMachine(options)
  const generator = await startGenerator(
    sendsmsJob(deployment, contest, { requests: messages, seconds, firstNumber: warmup }),
  )
  try {
    const round = await measureLoad(deployment, contest, generator, warm.accepted, options)
    return { ...round, disturbed: round.disturbed || !quiet.quiet, loopMs: quiet.loopMs }
  } finally {
    generator.stop()
  }
}

async function measureLoad(
  deployment: KannelDeployment,
  contest: Contest,
  generator: Generator,
  before: number,
  options: RunOptions,
): Promise<Round> {
  const { kannel, smsc, callbacks, postmaster } = deployment
  const memory = kannel.pids.map(startMemoryMeter)
  const cpu = startCpuMeter({
    gateway: kannel.pids,
    postmaster,
    generator: generator.pid,
    network: [smsc.pid, callbacks.pid],
  })
  const load = await generator.run(options)
  const arrivals = await follow(deployment, contest, before + load.accepted, options)
  const cpuUse = cpu.read()
  const rssPeak = memory.reduce((sum, meter) => sum + meter.stop().peak, 0) / 2 ** 20
  const problems = problemsOf(load, arrivals, before, contest)
  const perSecond = (untilMs: number) => (load.accepted / (untilMs - load.firstAtMs)) * 1000
  return {
    complete: problems.length === 0,
    problems,
    disturbed: isDisturbed(cpuUse),
    values: {
      perSecond: perSecond(
        contest.kannel === 'none' ? (arrivals.network.lastAtMs ?? Number.NaN) : arrivals.lastCallbackAtMs,
      ),
      acceptedPerSecond: perSecond(load.lastAtMs),
      cpu: ((cpuUse.gateway + cpuUse.postgres) / load.accepted) * 1000,
      p50: load.latency.p50Ms,
      p99: load.latency.p99Ms,
      rssPeak,
    },
    details: { load, arrivals, cpu: cpuUse },
  }
}

/** How many messages have arrived where. */
interface Arrivals {
  readonly network: NetworkCounts
  readonly callbacks: number
  readonly lastCallbackAtMs: number
}

/**
 * Waits until `messages` messages since Kannel's start have reached the network and, with receipts, have been called
 * back; at most as long as the limits say.
 */
async function follow(
  { smsc, callbacks }: KannelDeployment,
  { kannel }: Contest,
  messages: number,
  options: RunOptions,
): Promise<Arrivals> {
  const count = countSmsc(smsc)
  await waitUntil(POLL_MS, options, async () => (await count()).messages >= messages || undefined)
  if (kannel !== 'none') await untilCalled(callbacks, messages, options)
  const { requests, lastAtMs } = await callbacks.counts()
  return { network: await count(), callbacks: requests, lastCallbackAtMs: lastAtMs }
}

async function untilCalled(callbacks: CallbackSink, messages: number, options: RunOptions): Promise<void> {
  await waitUntil(POLL_MS, options, async () => (await callbacks.counts()).requests >= messages || undefined)
}

function problemsOf(load: LoadResult, arrivals: Arrivals, before: number, { kannel }: Contest): readonly string[] {
  const { network, callbacks } = arrivals
  const wanted = before + load.accepted
  const problems: string[] = []
  if (load.accepted !== load.requests) {
    problems.push(`accepted ${load.accepted} of ${load.requests}: ${JSON.stringify(load.statuses)} ${load.firstError}`)
  }
  if (network.messages !== wanted) problems.push(`${network.messages - before} of ${load.accepted} reached the network`)
  if (network.duplicates !== 0) problems.push(`${network.duplicates} reached the network twice`)
  if (kannel !== 'none' && callbacks !== wanted)
    problems.push(`${callbacks - before} of ${load.accepted} were called back`)
  return problems
}

function sendsmsJob(
  { kannel, callbacks }: KannelDeployment,
  contest: Contest,
  job: Pick<LoadJob, 'requests'> & Partial<LoadJob>,
): LoadJob {
  const callback = contest.kannel === 'none' ? undefined : `http://127.0.0.1:${callbacks.port}/receipt?type=%d`
  return {
    host: '127.0.0.1',
    port: kannel.httpPort,
    apiKey: '',
    request: sendsmsRequest(`127.0.0.1:${kannel.httpPort}`, callback),
    pace: { kind: 'closed', thinkMs: 0 },
    clients: contest.clients,
    seconds: undefined,
    firstNumber: 0,
    keepTimes: false,
    ...job,
  }
}
