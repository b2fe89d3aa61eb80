import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { createCompareCommand } from './compare/command.ts'
import type { RunningGateway } from './gateway/bench-gateway.ts'
import { addRoundsOptions, integer, type RoundsOptions } from './options.ts'
import { describeEnvironment, formatEnvironment } from './report/environment.ts'
import { type ScenarioReport, summarise } from './report/figures.ts'
import { renderReport } from './report/table.ts'
import { runScenario } from './run-scenario.ts'
import { GROUPS, SCENARIOS } from './scenarios/index.ts'
import type { Scenario } from './scenarios/scenario.ts'

interface Options extends RoundsOptions {
  readonly clients?: number
  readonly messages?: number
  readonly seconds?: number
  readonly warmup?: number
  readonly receipts?: boolean
  readonly rate?: number
  readonly profile?: string
  readonly gateway?: string
  readonly key?: string
  readonly database?: string
  readonly adminToken?: string
}

/** `bench <scenario> [options]`: one command for each scenario, and for groups of them. */
export function createProgram(): Command {
  const program = new Command('bench')
    .description('Measures the gateway: each round on a gateway and a database of its own, on an idle machine.')
    .showHelpAfterError()
  for (const scenario of SCENARIOS) addCommand(program, scenario.name, scenario.description, [scenario])
  for (const { name, description, scenarios } of GROUPS) addCommand(program, name, description, scenarios)
  program.addCommand(createCompareCommand())
  return program
}

function addCommand(program: Command, name: string, description: string, scenarios: readonly Scenario[]): void {
  const { clients, messages, seconds, warmup } = scenarios.length === 1 ? (scenarios[0]?.defaults ?? {}) : {}
  const byDefault = (value: number | undefined) => (value === undefined ? '' : ` (${value})`)
  const command = program
    .command(name)
    .description(description)
    .option('--clients <n>', `keep-alive connections${byDefault(clients)}`, integer(1))
    .option('--messages <n>', `messages${byDefault(messages)}`, integer(1))
    .option('--seconds <n>', `no message is sent after so long${byDefault(seconds)}; only SMPP`, integer(1))
    .option('--warmup <n>', `messages sent before the measurement${byDefault(warmup)}`, integer(0))
    .option('--receipts', 'the network reports delivery, and messages are followed until then')
    .option('--rate <requests>', 'open loop: so many requests a second fall due, whatever the gateway does', integer(1))
    .option('--rounds <n>', 'measurements, of which the medians are shown', integer(1), 1)
  addRoundsOptions(command, 'where databases are made')
    .option('--profile <folder>', 'CPU profile of the gateway and statements of Postgres; slower')
    .option('--gateway <ready-file>', 'use the running gateway that wrote this file; its simulator has to fit')
    .option('--key <api-key>', 'key for the running gateway')
    .option('--database <url>', 'database of the running gateway')
    .option('--admin-token <token>', 'of the admin port of the running gateway')
    .action((options: Options) => runAll(scenarios, options))
}

async function runAll(scenarios: readonly Scenario[], options: Options): Promise<void> {
  const environment = describeEnvironment(options.dir)
  print(formatEnvironment(environment))
  const reports: ScenarioReport[] = []
  for (const scenario of scenarios) {
    try {
      const report = await runScenario(scenario, runOptionsOf(scenario, options), roundOptionsOf(options))
      reports.push(report)
      print(`\n${renderReport(report)}`)
    } catch (error) {
      // The others can be measured all the same.
      process.stderr.write(`${scenario.name}: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    }
    if (options.out !== undefined) await writeFile(resolve(options.out), formatResults(environment, reports))
  }
  if (reports.some(({ rounds }) => rounds.some(({ complete }) => !complete))) process.exitCode = 1
}

function runOptionsOf(scenario: Scenario, options: Options) {
  const { defaults } = scenario
  return {
    clients: options.clients ?? defaults.clients,
    messages: options.messages ?? defaults.messages,
    // A given number of messages means exactly that many, without a time limit.
    seconds: options.seconds ?? (options.messages === undefined ? defaults.seconds : undefined),
    warmup: options.warmup ?? defaults.warmup,
    receipts: options.receipts ?? defaults.receipts,
    requestsPerSecond: options.rate,
    timeoutMs: options.timeout * 1000,
    patienceMs: options.patience * 1000,
    say: (text: string) => void process.stderr.write(`${text}\n`),
  }
}

function roundOptionsOf(options: Options) {
  const { rounds, repeats, dir, keep, set, profile } = options
  return { rounds, repeats, parent: resolve(dir), keep, set, profile, running: runningGatewayOf(options) }
}

function runningGatewayOf({ gateway, key, database, adminToken }: Options): RunningGateway | undefined {
  if (gateway === undefined) return undefined
  if (key === undefined || database === undefined) throw new Error('--gateway needs --key and --database')
  return { readyFile: gateway, apiKey: key, databaseUrl: database, adminToken }
}

function formatResults(environment: object, reports: readonly ScenarioReport[]): string {
  const scenarios = reports.map((report) => ({
    scenario: report.scenario,
    title: report.title,
    parameters: report.parameters,
    complete: report.rounds.every(({ complete }) => complete),
    figures: summarise(report).map(({ spec, ...values }) => ({ ...spec, ...values })),
    rounds: report.rounds,
  }))
  return `${JSON.stringify({ environment, scenarios }, null, 2)}\n`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
