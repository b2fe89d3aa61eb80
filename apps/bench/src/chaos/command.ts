import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { collect, integer } from '../options.ts'
import { renderColumns } from '../report/table.ts'
import { endure } from './endurance/endure.ts'
import { describeRun, describeSummary } from './endurance/verdict.ts'
import { ALL_KINDS, type Extent, type Kind, kindsOn } from './faults.ts'
import { renderOutages } from './patroni/outage-table.ts'
import { findPatroniPrograms } from './patroni/programs.ts'
import type { ChaosRound } from './play-round.ts'
import { runRound } from './round.ts'

interface Options {
  readonly rounds: number
  readonly messages?: number
  readonly seed?: number
  readonly faults?: ReadonlySet<Kind>
  readonly short: boolean
  readonly minutes?: number
  readonly rate: number
  readonly account: string
  readonly patroni: boolean
  readonly programs?: string
  readonly settle: number
  readonly dir: string
  readonly keep: boolean
  readonly set: readonly string[]
}

const MESSAGES = { long: 20_000, short: 2_000 } as const
const SEEDS = 1_000_000
const RATE = 5_000

/** `chaos`: runs two nodes under faults, and checks that every message went out once and became final. */
export function createChaosCommand(): Command {
  return new Command('chaos')
    .description(
      'Two nodes on one Postgres, messages through both, faults all the while: nothing may be lost or knowingly sent twice.',
    )
    .option('--rounds <n>', 'rounds, each with other faults', integer(1), 1)
    .option('--messages <n>', `messages a round (${MESSAGES.long}; short: ${MESSAGES.short})`, integer(1))
    .option(
      '--seed <n>',
      'chooses the faults of the first round; the next ones have the numbers after it (random)',
      integer(0),
    )
    .option('--faults <kinds>', `only these, separated by commas: ${ALL_KINDS.join(', ')}`, parseKinds)
    .option('--short', 'fewer faults: two minutes', false)
    .option(
      '--minutes <n>',
      'rounds for so long on one deployment and one database, at the rate the machine bears',
      integer(1),
    )
    .option('--rate <n>', 'with --minutes: messages a second at most', integer(1), RATE)
    .option('--account <folder>', 'with --minutes: where the account, samples and plot go', 'chaos-account')
    .option('--patroni', 'three Postgres under Patroni behind haproxy in place of one, with faults of their own', false)
    .option('--programs <folder>', 'with --patroni: where packages were extracted, to be searched before PATH')
    .option('--settle <seconds>', 'how long messages may take to become final at the end', integer(1), 180)
    .option('--dir <path>', 'where the database is made', tmpdir())
    .option('--keep', 'keep the temporary folders, with the logs of the nodes', false)
    .option('--set <path=value>', 'any configuration key of both nodes (repeatable)', collect, [])
    .action((options: Options) => (options.minutes === undefined ? runRounds(options) : runLong(options)))
}

function parseKinds(text: string): ReadonlySet<Kind> {
  const kinds = text.split(',')
  const unknown = kinds.filter((kind) => !(ALL_KINDS as readonly string[]).includes(kind))
  if (unknown.length > 0) throw new InvalidArgumentError(`there is no ${unknown.join(', ')}`)
  return new Set(kinds as Kind[])
}

/** Throws for kinds of faults that the chosen database cannot suffer. */
function refuseImpossible({ faults, patroni }: Options): void {
  const possible = kindsOn(patroni ? 'patroni' : 'server')
  const others = [...(faults ?? [])].filter((kind) => !possible.includes(kind))
  if (others.length > 0)
    throw new InvalidArgumentError(`${patroni ? 'with' : 'without'} --patroni there is no ${others.join(', ')}`)
}

/** What rounds of both forms are made with. */
async function prepare(options: Options) {
  refuseImpossible(options)
  const extent: Extent = options.short ? 'short' : 'long'
  return {
    extent,
    kinds: options.faults,
    keep: options.keep,
    set: options.set,
    settleMs: options.settle * 1000,
    patroni: options.patroni ? await findPatroniPrograms(options.programs) : undefined,
    parent: resolve(options.dir),
    seed: options.seed ?? Math.floor(Math.random() * SEEDS),
    say: (text: string) => void process.stderr.write(`  ${text}\n`),
  }
}

async function runLong(options: Options): Promise<void> {
  const common = await prepare(options)
  const everyKind = new Set(kindsOn(options.patroni ? 'patroni' : 'server'))
  const run = await endure({
    ...common,
    kinds: common.kinds ?? everyKind,
    minutes: options.minutes as number,
    rate: options.rate,
    folder: resolve(options.account),
    onRound: (round) => print(describeSummary(round)),
  })
  for (const line of describeRun(run)) print(line)
  if (run.findings.length > 0) process.exitCode = 1
}

async function runRounds(options: Options): Promise<void> {
  const common = await prepare(options)
  const rounds: ChaosRound[] = []
  for (let number = 0; number < options.rounds; number++) {
    const messages = options.messages ?? MESSAGES[common.extent]
    const round = await runRound({ ...common, messages, seed: common.seed + number })
    rounds.push(round)
    const result = round.findings.length === 0 ? 'all rules held' : 'RULES BROKEN'
    print(`round ${number + 1} of ${options.rounds}, seed ${round.seed}, ${Math.round(round.seconds)} s: ${result}`)
    for (const finding of round.findings) print(`  ${finding}`)
  }
  print(`\n${renderRounds(rounds)}`)
  const outages = rounds.flatMap((round) => round.outages)
  if (outages.length > 0) print(`\n${renderOutages(outages)}`)
  if (rounds.some(({ findings }) => findings.length > 0)) process.exitCode = 1
}

const COLUMNS: readonly (readonly [string, (round: ChaosRound) => number])[] = [
  ['seed', ({ seed }) => seed],
  ['seconds', ({ seconds }) => Math.round(seconds)],
  ['submits', ({ submits }) => submits],
  ['answers recorded', ({ recorded }) => recorded],
  ['lost', ({ verdict }) => verdict.lost.length],
  ['not final', ({ verdict }) => verdict.notFinal.length],
  ['twice, answer known', ({ verdict }) => verdict.sentTwiceKnown.length],
  ['twice, answered', ({ verdict }) => verdict.sentTwiceAnswered.length],
  ['twice, answer unknown', ({ verdict }) => verdict.sentTwiceUnknown.length],
  ['webhooks repeated', ({ incoming }) => incoming.repeatedCalls],
  ['asked again', ({ repeats }) => repeats],
  ['nodes ended by themselves', ({ ownDeaths }) => ownDeaths],
  ['longest takeover, s', ({ recovery }) => Math.round(recovery.longestTakeoverMs / 1000)],
  ['longest stall, s', ({ recovery }) => Math.round(recovery.longestStallMs / 1000)],
]

function renderRounds(rounds: readonly ChaosRound[]): string {
  const head = COLUMNS.map(([name]) => name)
  const rows = rounds.map((round) => COLUMNS.map(([, figure]) => String(figure(round))))
  return renderColumns(
    [head, ...rows],
    head.map((_, column) => column),
  ).join('\n')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
