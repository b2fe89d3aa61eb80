import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { addRoundsOptions, collect, integer, type RoundsOptions } from '../options.ts'
import { describeEnvironment } from '../report/environment.ts'
import { type Comparison, compare } from './compare.ts'
import { CONTESTS } from './contests.ts'
import { compareFigures, renderPage } from './page.ts'

interface Options extends RoundsOptions {
  readonly scenario: readonly string[]
  readonly seconds: number
  readonly warmup?: number
}

/** `bench compare`: measures Kannel and the gateway under the same load, and prints one page. */
export function createCompareCommand(): Command {
  const command = new Command('compare')
    .description(
      'Kannel and the gateway take turns under the same load: figures of both, and their ratios, on one page',
    )
    .option('--scenario <name>', `one of ${CONTESTS.map(({ name }) => name).join(', ')} (repeatable; all)`, contest, [])
    .option('--rounds <n>', 'turns of each side, of which the medians are shown', integer(1), 3)
    .option('--seconds <n>', 'how long each load lasts', integer(1), 10)
    .option('--warmup <n>', 'messages sent before each measurement (30,000, or what the contest says)', integer(1))
  return addRoundsOptions(command, 'where databases and spools are made').action(runCompare)
}

async function runCompare(options: Options): Promise<void> {
  const { rounds, seconds, warmup, repeats, dir, keep, set } = options
  const environment = describeEnvironment(dir)
  const comparisons = await compare({
    contests: CONTESTS.filter(({ name }) => options.scenario.length === 0 || options.scenario.includes(name)),
    rounds,
    seconds,
    warmup,
    scenario: {
      timeoutMs: options.timeout * 1000,
      patienceMs: options.patience * 1000,
      say: (text) => void process.stderr.write(`${text}\n`),
    },
    round: { ...{ rounds, repeats, keep, set }, parent: resolve(dir), profile: undefined, running: undefined },
  })
  const { processors, memoryGiB, system, node, fileSystem, commit } = environment
  const head = `${processors}, ${memoryGiB} GiB, ${system}, ${fileSystem}, node ${node}, commit ${commit}; ${rounds} rounds of ${seconds} s`
  process.stdout.write(`${head}\n\n${renderPage(comparisons)}\n`)
  if (options.out !== undefined) await writeFile(resolve(options.out), formatResults(environment, comparisons))
  if (comparisons.some(isIncomplete)) process.exitCode = 1
}

function isIncomplete({ gateway, kannel }: Comparison): boolean {
  return [...gateway, ...kannel].some(({ complete }) => !complete)
}

function formatResults(environment: object, comparisons: readonly Comparison[]): string {
  const all = comparisons.map((comparison) => ({ ...comparison, figures: compareFigures(comparison) }))
  return `${JSON.stringify({ environment, comparisons: all }, null, 2)}\n`
}

function contest(name: string, earlier: readonly string[]): readonly string[] {
  if (!CONTESTS.some((known) => known.name === name)) throw new InvalidArgumentError('no such scenario')
  return collect(name, earlier)
}
