import { type BenchGateway, requireOwn } from '../gateway/bench-gateway.ts'
import { startDatabaseMeter } from '../gateway/database-meter.ts'
import type { JobProcess } from '../generator/job-process.ts'
import { type CpuUse, isDisturbed, startCpuMeter } from '../meters/cpu-meter.ts'
import { waitForIdleMachine } from '../meters/idle-machine.ts'
import type { FigureSpec, Round } from '../report/figures.ts'
import type { StatementJob, StatementResult } from '../statements/job.ts'
import { addNode, addSenders } from '../statements/senders.ts'
import { startStatementProcess } from '../statements/statement-process.ts'
import { perThousand } from './measure-sends.ts'
import type { RunOptions, Scenario } from './scenario.ts'

/** Commits of single sends have 10 to 50 messages under load; large requests have more. */
const BATCH_SIZES = [10, 20, 50, 100]
/** One process keeps more connections busy than this, as long as it has a core of its own. */
const CONNECTIONS_PER_PROCESS = 8

/**
 * What Postgres bears by itself: the statements of messages with receipts, without anything around them. The processes
 * that send them use less CPU time than Postgres does; where they share its cores, the figure for each of its cores
 * says more than the rate.
 */
export const ceiling: Scenario = {
  name: 'ceiling',
  description: 'the statements of messages with receipts, sent to Postgres without a gateway',
  defaults: { clients: 8, messages: 100_000, warmup: 5_000, receipts: true },
  title: ({ clients, messages }) =>
    `${messages} messages of prepaid clients for each of ${BATCH_SIZES.length} sizes of a batch, over ${clients} connections`,
  plan: () => ({ simulator: {} }),
  figures: () => BATCH_SIZES.flatMap(figuresOf),
  async measure(gateway, options) {
    const { databaseUrl, clientId } = requireOwn(gateway)
    // Nothing else may use the database, or send what is stored here.
    await gateway.stopGateway()
    const lease = await addNode(gateway.sql)
    const senders = await addSenders(gateway.sql, clientId, options.clients)
    const rounds: Round[] = []
    for (const batchSize of BATCH_SIZES) {
      const perSender = (messages: number) => Math.ceil(messages / options.clients / batchSize)
      const batches = perSender(options.messages)
      const warmup = perSender(options.warmup)
      rounds.push(
        await measureStatements(gateway, { databaseUrl, lease, senders, batchSize, batches, warmup }, options),
      )
    }
    return together(rounds)
  },
}

function figuresOf(batchSize: number): readonly FigureSpec[] {
  const in_ = `in batches of ${batchSize}`
  return [
    { key: `rate${batchSize}`, label: `${in_}: delivered`, unit: 'messages/s', digits: 0 },
    { key: `perCore${batchSize}`, label: 'for each core of Postgres', unit: 'messages/s', digits: 0 },
    { key: `cpu${batchSize}`, label: 'CPU of Postgres', unit: 's per 1,000', digits: 4 },
    { key: `driver${batchSize}`, label: 'beside it what sends the statements', unit: 's per 1,000', digits: 4 },
    { key: `wal${batchSize}`, label: 'write-ahead log', unit: 'octets a message', digits: 0 },
  ]
}

async function measureStatements(gateway: BenchGateway, job: StatementJob, options: RunOptions): Promise<Round> {
  const processes: JobProcess<StatementResult>[] = []
  try {
    for (let from = 0; from < job.senders.length; from += CONNECTIONS_PER_PROCESS) {
      const senders = job.senders.slice(from, from + CONNECTIONS_PER_PROCESS)
      processes.push(await startStatementProcess({ ...job, senders }))
    }
    const quiet = await waitForIdleMachine(options)
    const database = await startDatabaseMeter(gateway.sql)
    const drivers = processes.map(({ pid }) => pid)
    const cpu = startCpuMeter({
      gateway: [],
      postmaster: gateway.postmaster,
      generator: undefined,
      network: drivers,
    })
    const results = await Promise.all(processes.map((process) => process.run(options)))
    const use = cpu.read()
    const { walOctets } = await database.read()
    const messages = job.senders.length * job.batches * job.batchSize
    const tookMs = Math.max(...results.map((r) => r.lastAtMs)) - Math.min(...results.map((r) => r.firstAtMs))
    return {
      complete: true,
      problems: [],
      disturbed: !quiet.quiet || isDisturbed(use),
      loopMs: quiet.loopMs,
      values: valuesOf(job.batchSize, messages, tookMs, use, walOctets),
      details: { use, walOctets, tookMs, messages },
    }
  } finally {
    for (const process of processes) process.stop()
  }
}

function valuesOf(batchSize: number, messages: number, tookMs: number, use: CpuUse, wal: number): Round['values'] {
  const { cpuPostgres, postgresPerCore } = perThousand(use, messages)
  return {
    [`rate${batchSize}`]: (messages / tookMs) * 1000,
    [`perCore${batchSize}`]: postgresPerCore,
    [`cpu${batchSize}`]: cpuPostgres,
    [`driver${batchSize}`]: (use.network / messages) * 1000,
    [`wal${batchSize}`]: wal / messages,
  }
}

function together(rounds: readonly Round[]): Round {
  return {
    complete: true,
    problems: [],
    disturbed: rounds.some(({ disturbed }) => disturbed),
    loopMs: rounds.at(-1)?.loopMs,
    values: Object.assign({}, ...rounds.map(({ values }) => values)),
    details: rounds.map(({ details }) => details),
  }
}
