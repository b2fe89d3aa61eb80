import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { findKannel, programsIn } from '../kannel/programs.ts'
import { addRoundsOptions, collect, integer, type RoundsOptions } from '../options.ts'
import { describeEnvironment, type Environment, formatEnvironment } from '../report/environment.ts'
import { type Comparison, compare } from './compare.ts'
import { CONTESTS } from './contests.ts'
import { compareFigures, renderPage } from './page.ts'
import { renderResultsTable } from './results-table.ts'
import type { Peer } from './sides.ts'

interface Options extends RoundsOptions {
  readonly scenario: readonly string[]
  readonly seconds: number
  readonly warmup?: number
  readonly kamex?: string
  readonly from?: string
  readonly markdown: boolean
}

/** `bench compare`: measures the gateway and its peers under the same load, and prints one page. */
export function createCompareCommand(): Command {
  const command = new Command('compare')
    .description('Kannel, Kamex and the gateway take turns under the same load: their figures and ratios, on one page')
    .option('--scenario <name>', `one of ${CONTESTS.map(({ name }) => name).join(', ')} (repeatable; all)`, contest, [])
    .option('--rounds <n>', 'turns of each side, of which the medians are shown', integer(1), 3)
    .option('--seconds <n>', 'how long each load lasts', integer(1), 10)
    .option('--warmup <n>', 'messages sent before each measurement (30,000, or what the contest says)', integer(1))
    .option('--kamex <folder>', 'measure Kamex, too: the folder with its bearerbox and smsbox')
    .option('--from <file>', 'measure nothing, and print what `--out` wrote into this file')
    .option('--markdown', 'print the figures that have goals as a table in Markdown', false)
  return addRoundsOptions(command, 'where databases and spools are made').action(runCompare)
}

/** The peers on this machine. */
function findPeers(kamex: string | undefined, say: (text: string) => void): readonly Peer[] {
  const kannel = findKannel()
  if (kannel === undefined) say('Kannel is not installed (on Debian: apt-get install kannel): measured without it')
  return [
    ...(kannel === undefined ? [] : [{ side: 'kannel', programs: kannel } as const]),
    ...(kamex === undefined ? [] : [{ side: 'kamex', programs: programsIn(resolve(kamex)) } as const]),
  ]
}

async function runCompare(options: Options): Promise<void> {
  const { environment, comparisons } = options.from === undefined ? await measure(options) : await read(options.from)
  if (options.markdown) {
    process.stdout.write(`${renderResultsTable(comparisons)}\n`)
  } else {
    const length = options.from === undefined ? `; ${options.rounds} rounds of ${options.seconds} s` : ''
    process.stdout.write(`${formatEnvironment(environment)}${length}\n\n${renderPage(comparisons)}\n`)
  }
  if (options.out !== undefined) await writeFile(resolve(options.out), formatResults(environment, comparisons))
  if (comparisons.some(isIncomplete)) process.exitCode = 1
}

interface Measured {
  readonly environment: Environment
  readonly comparisons: readonly Comparison[]
}

async function measure(options: Options): Promise<Measured> {
  const { rounds, seconds, warmup, kamex, repeats, dir, keep, set } = options
  const say = (text: string) => void process.stderr.write(`${text}\n`)
  const environment = describeEnvironment(dir)
  const comparisons = await compare({
    contests: CONTESTS.filter(({ name }) => options.scenario.length === 0 || options.scenario.includes(name)),
    peers: findPeers(kamex, say),
    rounds,
    seconds,
    warmup,
    scenario: { timeoutMs: options.timeout * 1000, patienceMs: options.patience * 1000, say },
    round: { rounds, repeats, keep, set, parent: resolve(dir), profile: undefined, running: undefined },
  })
  return { environment, comparisons }
}

/** Reads what `--out` wrote; its goals are those of the day. */
async function read(file: string): Promise<Measured> {
  return JSON.parse(await readFile(resolve(file), 'utf8')) as Measured
}

function isIncomplete({ gateway, kannel, kamex }: Comparison): boolean {
  return [...gateway, ...kannel, ...kamex].some(({ complete }) => !complete)
}

function formatResults(environment: object, comparisons: readonly Comparison[]): string {
  const all = comparisons.map((comparison) => ({ ...comparison, figures: compareFigures(comparison) }))
  return `${JSON.stringify({ environment, comparisons: all }, null, 2)}\n`
}

function contest(name: string, earlier: readonly string[]): readonly string[] {
  if (!CONTESTS.some((known) => known.name === name)) throw new InvalidArgumentError('no such scenario')
  return collect(name, earlier)
}
