import { isFinal } from '@heliograph/messaging'
import { isDataFault, type Transaction } from '../../../database/database.ts'
import { MicroBatch } from '../../../database/micro-batch.ts'
import type { NodeTools } from '../../../database/node-tools.ts'
import { retryForever } from '../../../database/retry-forever.ts'
import { enqueueReceiptWebhooks } from '../../../notify/notifications/notify-receipts.ts'
import type { PushTools } from '../../../notify/sessions/push-tools.ts'
import type { ChangeNotes } from '../../../ownership/changes/change-notes.ts'
import type { BatchPlace, NewBatch } from '../../batches/batch.ts'
import { addRepetitions } from '../../batches/batch-statements.ts'
import { addHistory, addPutOff, type HistoryRow } from '../../lifecycle/history-rows.ts'
import { isFirstAnswer, recordFirstAnswers } from './record-first-answers.ts'
import { type ResultRecord, recordResults } from './record-results.ts'
import type { WriteDelays } from './write-delays.ts'

/** A result with what has to follow from it in the same transaction. */
export interface Result {
  readonly record: ResultRecord
  /** For `retrying`: the next attempt. */
  readonly retry: BatchPlace | undefined
  /** Handovers before it that came to nothing; they are not part of that transaction. */
  readonly detours: readonly HistoryRow[]
  /** Its client is told that a network has taken the message, in the same transaction. */
  readonly tellsSent?: boolean | undefined
}

export interface ResultWriterOptions extends NodeTools, PushTools {
  /** The number of this node's lease; what it writes counts only while no other node has ended it. */
  readonly lease: number
  readonly signal: AbortSignal
  readonly delays: WriteDelays
  /**
   * Those of the networks' ids for which a receipt may wait that this process kept; other nodes look for their own, and
   * the sweep finds the rest.
   */
  readonly receiptsWaitFor: (networkIds: readonly string[]) => readonly string[]
  /** Called after the commit of messages that wait for their next attempt. */
  readonly messagesDue: (at: Date) => void
  /** Called when receipts may wait for submissions with these ids. */
  readonly onReceiptsWait: (networkIds: readonly string[]) => void
}

const BATCH_RESULTS = 1_000
const LANES = 2

/**
 * Writes the answers of links, in micro-batches and however long the database is away, because an answer exists nowhere
 * else.
 */
export function createResultWriter(options: ResultWriterOptions): MicroBatch<Result, undefined> {
  return new MicroBatch({
    run: async (results, isPart) => {
      await options.delays.watch(() =>
        retryForever({ ...options, isPart, what: 'recording submit results' }, () => write(options, results)),
      )
      for (const { retry } of results) if (retry !== undefined) options.messagesDue(retry.dueAt)
      lookForReceipts(options, results)
      if (options.changeNotes?.isWatched) noteResults(options.changeNotes, results)
      return results.map(() => undefined)
    },
    maxItems: BATCH_RESULTS,
    lanes: LANES,
    isolate: isDataFault,
  })
}

function noteResults(changeNotes: ChangeNotes, results: readonly Result[]): void {
  changeNotes.noteMessages(results.map(({ record }) => record.smsId))
  if (results.some(({ record }) => record.state === 'unknown')) changeNotes.noteEverywhere('unknown')
}

async function write(options: ResultWriterOptions, results: readonly Result[]): Promise<void> {
  await writeResults(options, results)
  await addHistory(
    options.sql,
    results.flatMap((result) => result.detours),
  )
}

async function writeResults(options: ResultWriterOptions, results: readonly Result[]): Promise<void> {
  const records = results.map((result) => result.record)
  const tells = results.some(({ tellsSent }) => tellsSent)
  // Nearly always all messages were simply taken, and one statement, a transaction of its own, is enough.
  if (!tells && records.every(isFirstAnswer) && (await recordFirstAnswers(options.sql, options.lease, records))) {
    for (const { link, state } of records) if (state === 'delivered') options.finals?.add(link, state)
    return
  }
  const hasConsequences = tells || records.some(({ state }) => state !== 'submitted' && state !== 'unknown')
  if (hasConsequences) await options.sql.begin((tx) => writeWithConsequences(tx, options, results))
  else await recordResults(options.sql, options.lease, records)
}

/**
 * To be called after results were committed: a receipt committed meanwhile could not see them, and whichever is
 * committed second has to look for the other.
 */
function lookForReceipts({ receiptsWaitFor, onReceiptsWait }: ResultWriterOptions, results: readonly Result[]): void {
  const networkIds: string[] = []
  for (const { record } of results)
    for (const { networkId } of record.parts) if (networkId !== null) networkIds.push(networkId)
  const waiting = receiptsWaitFor(networkIds)
  if (waiting.length > 0) onReceiptsWait(waiting)
}

async function writeWithConsequences(
  tx: Transaction,
  options: ResultWriterOptions,
  results: readonly Result[],
): Promise<void> {
  const changed = await recordResults(
    tx,
    options.lease,
    results.map((result) => result.record),
    results.filter(({ tellsSent }) => tellsSent).map(({ record }) => record.smsId),
  )
  const news = results.filter(({ record }) => changed.has(record.smsId))
  await addRepetitions(tx, options.ids, retryBatches(news))
  options.finals?.addAfter(
    tx,
    news.map(({ record }) => record),
  )
  const putOff = await notePutOff(tx, news)
  const events = news
    .filter(({ record, tellsSent }) => tellsSent || isFinal(record.state) || putOff.has(record.smsId))
    .map(({ record, tellsSent }) => ({
      isSent: tellsSent,
      smsId: record.smsId,
      state: record.state,
      networkId: record.parts[0]?.networkId ?? null,
      at: new Date(record.at),
    }))
  if (events.length > 0) await enqueueReceiptWebhooks(tx, options, events)
}

/**
 * Resolves with the messages that a network has refused for the time being, and had not before. Their clients are
 * notified once that they are tried again.
 */
async function notePutOff(tx: Transaction, results: readonly Result[]): Promise<ReadonlySet<number>> {
  const rows = results.flatMap(({ record, retry }): readonly HistoryRow[] => {
    if (retry === undefined) return []
    const { smsId, at, attempt, link, networkStatus, errorId } = record
    const state = networkStatus === null ? 'unknown' : 'retrying'
    const noted = { smsId, at, attempt, link, state, networkStatus, errorId, part: 0, receiptText: null, times: 1 }
    return [{ ...noted, kind: 'put-off', until: retry.dueAt.getTime() }]
  })
  return rows.length === 0 ? new Set() : addPutOff(tx, rows)
}

/** Retries of one route, priority, line and second share a batch. */
function retryBatches(results: readonly Result[]): readonly NewBatch[] {
  const batches = new Map<string, { batch: BatchPlace; smsIds: number[] }>()
  for (const { record, retry } of results) {
    if (retry === undefined) continue
    const key = `${retry.route} ${retry.priority} ${retry.line} ${Math.ceil(retry.dueAt.getTime() / 1000)}`
    const entry = batches.get(key) ?? { batch: retry, smsIds: [] }
    entry.smsIds.push(record.smsId)
    batches.set(key, entry)
  }
  return [...batches.values()].map(({ batch, smsIds }) => ({ ...batch, smsIds }))
}
