import {
  type Clock,
  GatewayError,
  type Network,
  type NetworkIncoming,
  type NetworkReceipt,
} from '@heliograph/contracts'
import { isDataFault, type Sql } from './database/database.ts'
import { toServiceError } from './database/database-errors.ts'
import { MicroBatch } from './database/micro-batch.ts'
import { retryRolledBack } from './database/retry-rolled-back.ts'
import { createIncoming } from './inbound/incoming.ts'
import { createLateAnswers, type LateAnswersOptions } from './outbound/dispatch/results/late-answers.ts'
import { MAX_NETWORK_ID } from './outbound/dispatch/results/outcome-writers.ts'
import { findUnreported } from './outbound/receipts/find-unreported.ts'
import { createReceiptIngest } from './outbound/receipts/ingest-receipts.ts'
import { KeptReceipts } from './outbound/receipts/kept-receipts.ts'
import type { ReceiptTools } from './outbound/receipts/process-receipts.ts'

const BATCH_RECEIPTS = 500
const LANES = 2

/** How long receipts wait for earlier answers to be recorded. */
const RESULTS_MS = 1_000

/** The `Network` service, with what the engine itself needs from it. */
export interface EngineNetwork extends Network {
  /** Those of the networks' ids for which a receipt that this process kept may wait. */
  receiptsWaitFor(networkIds: readonly string[]): readonly string[]
  /** To be called at the end: resolves once what was given so far is in the database, or cannot be recorded. */
  drained(): Promise<void>
}

/** The `Network` service: receipts and incoming SMS, in micro-batches, answered after the commit. */
export function createNetwork(
  sql: Sql,
  tools: ReceiptTools,
  late: Omit<LateAnswersOptions, 'sql' | 'tools' | 'signal'>,
): EngineNetwork {
  const { resultsRecorded } = late
  const stopping = new AbortController()
  const kept = new KeptReceipts(tools.clock)
  const ingest = createReceiptIngest(sql, tools, (networkId) => kept.note(networkId))
  const receipts = new MicroBatch<NetworkReceipt, undefined>({
    run: async (batch) => {
      // A network may report as soon as it has answered, but the answer should be in the database first. The wait is
      // limited because without a database it would never end.
      await waitAtMost(tools.clock, RESULTS_MS, resultsRecorded())
      await retryRolledBack(() => ingest(batch))
      return batch.map(() => undefined)
    },
    maxItems: BATCH_RECEIPTS,
    lanes: LANES,
    isolate: isDataFault,
  })

  const incoming = createIncoming(sql, tools)
  const lateAnswers = createLateAnswers({ ...late, sql, tools, signal: stopping.signal })

  return {
    async receipt(receipt): Promise<void> {
      checkReceipt(receipt)
      try {
        await receipts.add(receipt)
      } catch (error) {
        throw toServiceError(error)
      }
    },

    async lateAnswer(answer) {
      try {
        await lateAnswers.add(answer)
      } catch (error) {
        throw toServiceError(error)
      }
    },

    async incoming(message: NetworkIncoming) {
      try {
        return await incoming.add(message)
      } catch (error) {
        throw toServiceError(error)
      }
    },

    async unreported(query) {
      try {
        return await findUnreported(sql, query, tools.floorId())
      } catch (error) {
        throw toServiceError(error)
      }
    },

    receiptsWaitFor: (networkIds) => kept.waitingFor(networkIds),

    drained: async () => {
      stopping.abort()
      await Promise.all([receipts.drained(), incoming.drained(), lateAnswers.drained()])
    },
  }
}

function checkReceipt({ networkId, doneAt }: NetworkReceipt): void {
  if (networkId === '' || networkId.length > MAX_NETWORK_ID) {
    const text = `A receipt needs the network's id of its part, at most ${MAX_NETWORK_ID} characters`
    throw new GatewayError('invalid', 'bad-network-id', text)
  }
  if (Number.isNaN(doneAt.getTime())) throw new GatewayError('invalid', 'bad-time', 'A receipt needs a valid time')
}

async function waitAtMost(clock: Clock, delayMs: number, event: Promise<void>): Promise<void> {
  let cancel = () => {}
  const patience = new Promise<void>((resolve) => {
    cancel = clock.after(delayMs, resolve)
  })
  await Promise.race([event, patience])
  cancel()
}
