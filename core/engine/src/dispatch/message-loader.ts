import type { Clock, Logger } from '@heliograph/contracts'
import { isDataFault, type Sql } from '../database/database.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import { retryForever } from '../database/retry-forever.ts'
import { type DispatchRow, forgetScheduledJobs, loadMessages } from './load-messages.ts'
import { loadParts, type PartRow } from './remaining-parts.ts'

/** A dispatch job whose messages are to be loaded. */
export interface JobToLoad {
  readonly jobId: number
  /** Added to run later: it may be a schedule. */
  readonly delayed: boolean
  readonly smsIds: readonly number[]
}

export interface MessageLoaderOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly signal: AbortSignal
}

/** Loads the messages of jobs that still wait to be sent, jobs fetched at the same time together. */
export function createMessageLoader(options: MessageLoaderOptions): MicroBatch<JobToLoad, readonly DispatchRow[]> {
  // A job whose load failed would come back late and behind others.
  return new MicroBatch({
    run: (jobs) => retryForever({ ...options, what: 'loading messages' }, () => load(options.sql, jobs)),
    maxWeight: 8,
    lanes: 1,
    isolate: isDataFault,
  })
}

async function load(sql: Sql, jobs: readonly JobToLoad[]): Promise<readonly (readonly DispatchRow[])[]> {
  const delayed = jobs.filter((job) => job.delayed).map((job) => job.jobId)
  if (delayed.length > 0) await forgetScheduledJobs(sql, delayed)
  const smsIds = jobs.flatMap((job) => job.smsIds)
  const rows = await addSentParts(sql, await loadMessages(sql, smsIds))
  if (jobs.length === 1) return [rows]
  const byId = new Map(rows.map((row) => [row.sms_id, row]))
  return jobs.map((job) => job.smsIds.map((smsId) => byId.get(smsId)).filter((row) => row !== undefined))
}

/** Long messages that were tried before may have parts at a network. */
async function addSentParts(sql: Sql, rows: readonly DispatchRow[]): Promise<readonly DispatchRow[]> {
  const smsIds = rows.filter((row) => row.parts > 1 && row.attempt > 0).map((row) => row.sms_id)
  if (smsIds.length === 0) return rows
  const sent = new Map<number, PartRow[]>()
  for (const part of await loadParts(sql, smsIds)) {
    const known = sent.get(part.sms_id)
    if (known === undefined) sent.set(part.sms_id, [part])
    else known.push(part)
  }
  return rows.map((row) => {
    const parts = sent.get(row.sms_id)
    return parts === undefined ? row : { ...row, sent: parts }
  })
}
