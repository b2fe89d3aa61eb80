import type { Clock, Logger } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import { isDataFault, type Sql, type Transaction } from '../../database/database.ts'
import { MicroBatch } from '../../database/micro-batch.ts'
import type { RecordIds } from '../../database/record-ids.ts'
import { retryForever } from '../../database/retry-forever.ts'
import { enqueueReceiptWebhooks } from '../../notifications/notify-receipts.ts'
import { addDispatchJobs, type DispatchJob } from '../../queue/dispatch-jobs.ts'
import type { DeliveryClaims } from '../../sessions/delivery-tools.ts'
import { doReceiptsWait, type ResultRecord, recordResults } from './record-results.ts'

/** A result with what has to follow from it in the same transaction. */
export interface Result {
  readonly record: ResultRecord
  /** For `retrying`: the next attempt. */
  readonly retry: { readonly route: string; readonly priority: number; readonly runAt: Date } | undefined
}

export interface ResultWriterOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly ids: RecordIds
  readonly outbox: DeliveryClaims
  readonly signal: AbortSignal
  /** False when this process has kept no receipt lately; other nodes look for their own, and the sweep finds the rest. */
  readonly mayReceiptsWait: () => boolean
  /** Receipts wait for submissions, maybe for these. */
  readonly onReceiptsWait: (records: readonly ResultRecord[]) => void
}

const BATCH_RESULTS = 1_000
const LANES = 2

/** Writes the answers of links, in micro-batches and through any absence of the database: an answer exists nowhere else. */
export function createResultWriter(options: ResultWriterOptions): MicroBatch<Result, undefined> {
  return new MicroBatch({
    run: async (results) => {
      await retryForever({ ...options, what: 'recording submit results' }, () => write(options, results))
      await lookForReceipts(options, results)
      return results.map(() => undefined)
    },
    maxWeight: BATCH_RESULTS,
    lanes: LANES,
    isolate: isDataFault,
  })
}

async function write(options: ResultWriterOptions, results: readonly Result[]): Promise<void> {
  const records = results.map((result) => result.record)
  // Nearly always all were simply taken: one statement is a transaction of its own.
  const plain = records.every((record) => record.state === 'submitted' || record.state === 'unknown')
  if (plain) await recordResults(options.sql, records)
  else await options.sql.begin((tx) => writeWithConsequences(tx, options, results))
}

/** Failing is no loss: the sweep of unmatched receipts finds them too. */
async function lookForReceipts(options: ResultWriterOptions, results: readonly Result[]): Promise<void> {
  if (!options.mayReceiptsWait()) return
  try {
    if (await doReceiptsWait(options.sql)) options.onReceiptsWait(results.map((result) => result.record))
  } catch (error) {
    options.logger.warn({ error }, 'whether receipts wait could not be found out')
  }
}

async function writeWithConsequences(
  tx: Transaction,
  options: ResultWriterOptions,
  results: readonly Result[],
): Promise<void> {
  const changed = await recordResults(
    tx,
    results.map((result) => result.record),
  )
  const news = results.filter(({ record }) => changed.has(record.smsId))
  await addDispatchJobs(tx, retryJobs(news))
  const events = news
    .filter(({ record }) => isFinal(record.state))
    .map(({ record }) => ({
      smsId: record.smsId,
      state: record.state,
      networkId: record.parts[0]?.networkId ?? null,
      at: new Date(record.at),
    }))
  if (events.length > 0) await enqueueReceiptWebhooks(tx, options.ids, options.clock, events, options.outbox)
}

/** Retries of one route, priority and second share a job. */
function retryJobs(results: readonly Result[]): readonly DispatchJob[] {
  const jobs = new Map<string, { job: Omit<DispatchJob, 'smsIds'>; smsIds: number[] }>()
  for (const { record, retry } of results) {
    if (retry === undefined) continue
    const key = `${retry.route} ${retry.priority} ${Math.ceil(retry.runAt.getTime() / 1000)}`
    const entry = jobs.get(key) ?? { job: retry, smsIds: [] }
    entry.smsIds.push(record.smsId)
    jobs.set(key, entry)
  }
  return [...jobs.values()].map(({ job, smsIds }) => ({ ...job, smsIds }))
}
