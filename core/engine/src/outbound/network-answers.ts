import { type Clock, GatewayError, type Network, type NetworkReceipt, waitAtMost } from '@heliograph/contracts'
import { isDataFault, type Sql } from '../database/database.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import { retryRolledBack } from '../database/retry-rolled-back.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { createLateAnswers, type LateAnswersOptions } from './dispatch/results/late-answers.ts'
import { MAX_NETWORK_ID } from './dispatch/results/outcome-writers.ts'
import { findUnreported } from './receipts/find-unreported.ts'
import { createReceiptIngest } from './receipts/ingest-receipts.ts'
import { KeptReceipts } from './receipts/kept-receipts.ts'
import type { ReceiptTools } from './receipts/process-receipts.ts'

const BATCH_RECEIPTS = 500
const LANES = 2

/** How long receipts wait for earlier answers to be recorded. */
const RESULTS_MS = 1_000

/** What networks report on messages that they were given. */
export interface NetworkAnswers extends Pick<Network, 'receipt' | 'lateAnswer' | 'unreported'> {
  /** Those of the networks' ids for which a receipt that this process kept may wait. */
  receiptsWaitFor(networkIds: readonly string[]): readonly string[]
  /** To be called at the end: resolves once what was given so far is in the database, or cannot be recorded. */
  drained(): Promise<void>
}

/** Receipts and late answers in micro-batches, answered after the commit. */
export function createNetworkAnswers(
  sql: Sql,
  tools: ReceiptTools,
  { steady, ...late }: Omit<LateAnswersOptions, 'sql' | 'tools' | 'signal'> & { readonly steady: Clock },
): NetworkAnswers {
  const stopping = new AbortController()
  const kept = new KeptReceipts(steady)
  const ingest = createReceiptIngest(sql, tools, (networkId) => kept.note(networkId))
  const receipts = new MicroBatch<NetworkReceipt, undefined>({
    run: async (batch) => {
      // A network may report as soon as it has answered, but the answer should be in the database first. The wait is
      // limited because without a database it would never end.
      await waitAtMost(tools.clock, RESULTS_MS, late.resultsRecorded())
      await retryRolledBack(() => ingest(batch))
      return batch.map(() => undefined)
    },
    maxItems: BATCH_RECEIPTS,
    lanes: LANES,
    isolate: isDataFault,
  })
  const lateAnswers = createLateAnswers({ ...late, sql, tools, signal: stopping.signal })
  return {
    async receipt(receipt) {
      checkReceipt(receipt)
      await serviceAnswer(receipts.add(receipt))
    },
    lateAnswer: (answer) => serviceAnswer(lateAnswers.add(answer)),
    unreported: (query) => serviceAnswer(findUnreported(sql, query, tools.floorId())),
    receiptsWaitFor: (networkIds) => kept.waitingFor(networkIds),
    async drained() {
      stopping.abort()
      await Promise.all([receipts.drained(), lateAnswers.drained()])
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
