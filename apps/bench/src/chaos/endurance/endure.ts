import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Acceptances } from '../acceptances.ts'
import { type Deployed, withDeployment } from '../deploy.ts'
import { durationOf, type Fault } from '../faults.ts'
import { playRound } from '../play-round.ts'
import { type PossibleOptions, planPossible } from '../possible-faults.ts'
import { createRandom } from '../random.ts'
import { forgetRecorded } from '../records.ts'
import type { Requests } from '../requests.ts'
import { sizesOn } from '../round.ts'
import { FIRST_FAULT_AFTER_MS } from '../strike.ts'
import { type AccountedRun, saveRun } from './account.ts'
import { drawSamples } from './draw-samples.ts'
import { letDaysPass, RETENTION } from './let-days-pass.ts'
import { Pace } from './pace.ts'
import { pacedRequests } from './paced-requests.ts'
import { type Sample, sampleDatabase } from './sample.ts'
import { keepSampling } from './sampler.ts'
import { accountOf, type RoundSummary, type RunHead, summarize } from './summary.ts'

export interface EnduranceOptions extends PossibleOptions {
  readonly minutes: number
  /** Messages a second at most. */
  readonly rate: number
  readonly keep: boolean
  /** Settings as `path=value` that override the configuration of both nodes. */
  readonly set: readonly string[]
  /** How long messages may take to become final at the end of each round. */
  readonly settleMs: number
  /** Where the account, the samples and the plot go. */
  readonly folder: string
  /** Called after each round. */
  readonly onRound: (round: RoundSummary) => void
}

/** A run under way: what the rounds so far have left behind. */
interface Course {
  readonly deployed: Deployed
  readonly pace: Pace
  readonly samples: Sample[]
  readonly rounds: RoundSummary[]
  /** Promises broken between rounds. */
  readonly findings: string[]
  /** By `performance.now()`. */
  readonly endMs: number
  /** Of the round that goes on. */
  requests: Pick<Requests, 'span'>
  acceptances: Acceptances
  /** Messages that clients were told are accepted in earlier rounds. */
  accepted: number
  /** Different messages that have reached the network. */
  arrived: number
  /** SMS of subscribers in earlier rounds. */
  contacts: number
  /** When days last passed for the database, by `performance.now()`. */
  agedMs: number
}

/** As much as the windows of the links bear; the pace is what limits the load. */
const PARTS_PER_SECOND = 5_000
const DISK_OCTETS = 8 * 2 ** 30
const INCOMING_PER_SECOND = 5
const ENOUGH = 1_000
/** One, and those whose turn to be dropped fell into an outage. */
const MOST_CLOSED = 3
/**
 * A node may take ids of a range for a minute after it was closed, and their messages have to be settled before the
 * range is old.
 */
const LEAST_AGE_MS = 100_000
const LOOK_MS = 1_000
/** How much longer than planned faults may take all in all. */
const OVERTIME = 4

/**
 * Runs rounds of faults on one deployment and one database for so many minutes, and adds the run to the account of its
 * folder after each round. Rejects when the deployment cannot be opened; what fails later is a finding.
 */
export async function endure(options: EnduranceOptions): Promise<AccountedRun> {
  const head: RunHead = {
    began: new Date().toISOString(),
    database: options.patroni === undefined ? 'server' : 'patroni',
    minutes: options.minutes,
    seed: options.seed,
  }
  await mkdir(options.folder, { recursive: true })
  const hasFullDisk = (await planPossible(options)).some(({ kind }) => kind === 'full-disk')
  const deployment = {
    parent: options.parent,
    keep: options.keep,
    patroni: options.patroni,
    say: options.say,
    diskOctets: hasFullDisk ? DISK_OCTETS : undefined,
    partsPerSecond: PARTS_PER_SECOND,
    set: [...RETENTION, ...options.set],
  }
  return withDeployment(deployment, async (deployed) => {
    const course: Course = {
      deployed,
      pace: new Pace({ most: options.rate }),
      samples: [],
      rounds: [],
      findings: [],
      endMs: performance.now() + options.minutes * 60_000,
      requests: { span: { first: 0, end: 0 } },
      acceptances: new Acceptances(),
      accepted: 0,
      arrived: 0,
      contacts: 0,
      agedMs: Number.NEGATIVE_INFINITY,
    }
    const over = new AbortController()
    const beside = [keepPace(course, over.signal), sample(course, nameOf(head), options.folder, over.signal)]
    // When the network's process ends, so does the round.
    for (const one of beside) one.catch(() => {})
    try {
      const failure = await playRounds(course, options, () => save(course, head, options.folder))
      course.findings.push(...failure, ...(await checkWhole(course)))
      return await save(course, head, options.folder)
    } finally {
      over.abort()
      await Promise.allSettled(beside)
    }
  })
}

/** Resolves when the time is over, or with why there was no further round. */
async function playRounds(
  course: Course,
  options: EnduranceOptions,
  onRound: () => Promise<unknown>,
): Promise<readonly string[]> {
  try {
    while (await playNext(course, options)) await onRound()
    return []
  } catch (error) {
    return [`round ${course.rounds.length + 1} was given up: ${(error as Error).message}`]
  }
}

/** How long a round lasts when nothing delays its faults, or is cut short by the end of the run: whole milliseconds. */
export function roundMs(faults: readonly Fault[], leftMs: number): number {
  return Math.min(FIRST_FAULT_AFTER_MS + durationOf(faults), Math.floor(leftMs))
}

/** Resolves with whether there was time for another round. */
async function playNext(course: Course, options: EnduranceOptions): Promise<boolean> {
  const { deployed, rounds, endMs, pace } = course
  const seed = options.seed + rounds.length
  const faults = await planPossible({ ...options, seed })
  const overMs = roundMs(faults, endMs - performance.now())
  if (overMs < LOOK_MS) return false
  const calm = new AbortController()
  const random = createRandom(seed + 1)
  const first = course.requests.span.end
  const requests = pacedRequests({ first, pace, random, sizes: sizesOn(options.patroni), signal: calm.signal })
  course.requests = requests
  course.acceptances = new Acceptances()
  const contacts = Math.ceil((overMs / 1000) * INCOMING_PER_SECOND)
  const incoming = { first: course.contacts, end: course.contacts + contacts }
  const round = await playRound(
    { ...deployed, acceptances: course.acceptances, outages: [] },
    {
      seed,
      faults,
      endMs,
      requests,
      incoming,
      overMs,
      enough: ENOUGH,
      settleMs: options.settleMs,
      sendMs: OVERTIME * overMs + options.settleMs,
      say: options.say,
      onCalm: () => calm.abort(),
    },
  )
  course.contacts = incoming.end
  course.accepted += round.accepted
  course.acceptances = new Acceptances()
  const summary = summarize(round)
  rounds.push(summary)
  options.onRound(summary)
  deployed.sink.forget()
  await forgetRecorded(deployed.cluster.sql)
  await age(course)
  return round.faults.length > 0
}

/** Lets data become old, so that nodes drop it. */
async function age(course: Course): Promise<void> {
  const now = performance.now()
  if (now - course.agedMs < LEAST_AGE_MS) return
  course.agedMs = now
  const { sql } = course.deployed.cluster
  const { closedRanges } = await sampleDatabase(sql)
  if (closedRanges > MOST_CLOSED) course.findings.push(`${closedRanges} ranges of ids are closed and were not dropped`)
  await letDaysPass(sql)
}

/** Lets the pace follow what gets through. */
async function keepPace(course: Course, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { messages } = await course.deployed.smsc.stats()
    course.pace.look(course.requests.span.end - messages, messages - course.arrived)
    course.arrived = messages
    await delay(LOOK_MS, undefined, { signal }).catch(() => {})
  }
}

function sample(course: Course, name: string, folder: string, signal: AbortSignal): Promise<void> {
  const { deployed, samples, rounds, pace } = course
  return keepSampling(samples, {
    deployed,
    signal,
    file: join(folder, `${name}.jsonl`),
    progress: () => ({
      round: rounds.length + 1,
      accepted: course.accepted + course.acceptances.serials.size,
      waiting: course.requests.span.end - course.arrived,
      perSecond: Math.round(pace.perSecond),
    }),
  })
}

/** What the rounds say together has to be what the network says of the whole run. */
async function checkWhole({ deployed, accepted }: Course): Promise<readonly string[]> {
  const { messages } = await deployed.smsc.stats()
  if (messages === accepted) return []
  return [`${messages} different messages have reached the network, and ${accepted} were accepted`]
}

async function save({ rounds, samples, findings }: Course, head: RunHead, folder: string): Promise<AccountedRun> {
  const run = accountOf(head, rounds, samples, findings)
  const place = run.database === 'patroni' ? 'three Postgres under Patroni' : 'one Postgres'
  await writeFile(join(folder, `${nameOf(head)}.svg`), drawSamples(`Two nodes and ${place} under faults`, samples))
  await saveRun(folder, run)
  return run
}

function nameOf({ began, database }: RunHead): string {
  return `${database}-${began.slice(0, 16).replace(':', '')}`
}
