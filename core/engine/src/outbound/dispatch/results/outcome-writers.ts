import { STATUS_FORMS } from '@heliograph/messaging'
import { isDataFault } from '../../../database/database.ts'
import { MicroBatch } from '../../../database/micro-batch.ts'
import { retryForever } from '../../../database/retry-forever.ts'
import { holdLease } from '../../../ownership/lease-lost.ts'
import { closeAttempts, type Opening, openAttempts } from '../../lifecycle/attempts.ts'
import { type FinishedState, finishMessages } from '../../lifecycle/finish.ts'
import { addHistory, type HistoryRow } from '../../lifecycle/history-rows.ts'
import type { AnswerSpool } from './answer-spool.ts'
import { createResultWriter, type Result, type ResultWriterOptions } from './result-writer.ts'

export interface OutcomeWritersOptions extends ResultWriterOptions {
  /** Keeps the answers that cannot be recorded before the node ends. */
  readonly spool: Pick<AnswerSpool, 'keep'>
}

interface Ending {
  readonly smsId: number
  readonly state: FinishedState
  /** Handovers that came to nothing. */
  readonly detours: readonly HistoryRow[]
}

/** Record what becomes of messages, in micro-batches and however long the database is away. */
export interface OutcomeWriters {
  /** Opens an attempt before its message is handed over. Resolves with whether the message may go. */
  open(opening: Opening): Promise<boolean>
  /** Closes the attempt at a message that a link has given back unsent. */
  close(smsId: number): Promise<void>
  /**
   * Records the answer of a link. Resolves with false when it could not be stored as it was; its outcome then counts as
   * unknown. Rejects with `AnswerKeptError` when it had to be kept in a file.
   */
  record(result: Result): Promise<boolean>
  /** Ends a message that this process holds and no link has. */
  finish(ending: Ending): Promise<void>
  /** Resolves once the answers so far are written, without waiting for later ones. */
  recorded(): Promise<void>
  /** Resolves once all answers and endings are written, or given up because of `signal`. */
  drained(): Promise<void>
}

export function createOutcomeWriters(options: OutcomeWritersOptions): OutcomeWriters {
  const { sql, logger } = options
  const results = createResultWriter(options)
  const openings = createBatch(options, 'opening attempts', async (items: readonly Opening[]) => {
    const opened = await openAttempts(sql, options.lease, items)
    return items.map(({ smsId }) => opened.has(smsId))
  })
  const closings = createBatch(options, 'closing attempts', async (smsIds: readonly number[]) => {
    await closeAttempts(sql, smsIds, options.lease)
    return smsIds.map(() => undefined)
  })
  const endings = createBatch(options, 'ending messages', async (items: readonly Ending[]) => {
    await finishAll(options, items)
    return items.map(() => undefined)
  })

  async function record(result: Result): Promise<boolean> {
    const isIndexable = result.record.parts.every(({ networkId }) => (networkId?.length ?? 0) <= MAX_NETWORK_ID)
    if (!isIndexable)
      return recordUnstorable(result, new Error(`a network id has more than ${MAX_NETWORK_ID} characters`))
    try {
      await results.add(result)
      return true
    } catch (error) {
      if (isDataFault(error)) return recordUnstorable(result, error)
      await options.spool.keep(result)
      throw new AnswerKeptError(error)
    }
  }

  /** Something in the carrier's answer cannot be stored, but the fact that the message was handed over can. */
  async function recordUnstorable({ record }: Result, error: unknown): Promise<boolean> {
    logger.error({ err: error, smsId: record.smsId }, 'an answer cannot be recorded; its outcome counts as unknown')
    await results.add({ record: { ...record, ...UNKNOWN }, retry: undefined, detours: [] })
    return false
  }

  return {
    open: (opening) => openings.add(opening),
    close: (smsId) => closings.add(smsId),
    record,
    finish: (ending) => endings.add(ending),
    recorded: () => results.settled(),
    drained: async () => {
      await Promise.all([results.drained(), closings.drained(), endings.drained()])
    },
  }
}

/** The answer is not in the database, but in a file: its message must not be given back as one that may be sent. */
export class AnswerKeptError extends Error {
  constructor(cause: unknown) {
    super('The answer of a link is kept in a file', { cause })
    this.name = 'AnswerKeptError'
  }
}

/** SMPP ids have 65 octets at most, others are UUIDs or somewhat longer; an index entry has to hold the id. */
export const MAX_NETWORK_ID = 255

const UNKNOWN = { state: 'unknown', parts: [], networkStatus: null, errorId: null } as const

function createBatch<T, R>(
  options: ResultWriterOptions,
  what: string,
  write: (items: readonly T[]) => Promise<readonly R[]>,
): MicroBatch<T, R> {
  return new MicroBatch({
    run: (items, isPart) => retryForever({ ...options, isPart, what }, () => write(items)),
    maxItems: 1_000,
    lanes: 2,
    isolate: isDataFault,
  })
}

async function finishAll(options: ResultWriterOptions, items: readonly Ending[]): Promise<void> {
  const { sql, lease } = options
  await sql.begin(async (tx) => {
    await holdLease(tx, lease)
    for (const state of new Set(items.map((item) => item.state))) {
      const smsIds = items.filter((item) => item.state === state).map((item) => item.smsId)
      await finishMessages(tx, options, smsIds, state, STATUS_FORMS[state].errorId)
    }
    await closeAttempts(
      tx,
      items.map((item) => item.smsId),
      null,
    )
    await addHistory(
      tx,
      items.flatMap((item) => item.detours),
    )
  })
}
