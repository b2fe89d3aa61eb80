import type { Clock } from '@heliograph/contracts'
import { captureLogger, captureMetrics } from '@heliograph/testkit'
import type { Sql } from '../../src/database/database.ts'
import { createRecordIds } from '../../src/database/record-ids.ts'
import { createNetwork, type EngineNetwork } from '../../src/inbound/network.ts'
import { createWorkForOthers } from '../../src/inbound/work-taker.ts'
import { createNetworkAnswers } from '../../src/outbound/network-answers.ts'
import type { ReceiptTools } from '../../src/outbound/receipts/process-receipts.ts'
import { ReceiptCounts } from '../../src/outbound/receipts/receipt-counts.ts'
import { NO_SESSIONS } from './no-sessions.ts'

/** The tools that process receipts on a node without sessions. */
export function createReceiptTools(sql: Sql, clock: Clock): ReceiptTools {
  return {
    ids: createRecordIds(sql, clock),
    clock,
    outbox: NO_SESSIONS,
    floorId: () => 0,
    receiptsOf: () => 'all',
    receiptsDue: () => {},
    counts: new ReceiptCounts(captureMetrics()),
  }
}

/** The `Network` service of a node without links. */
export function networkOf(
  sql: Sql,
  tools: ReceiptTools,
  resultsRecorded: () => Promise<void> = async () => {},
): EngineNetwork {
  const common = { logger: captureLogger(), resultsRecorded, fairness: 'order' as const }
  const late = { ...common, isWithoutReceipts: () => false, retryDelayMs: () => 0, messagesDue: () => {} }
  const work = createWorkForOthers(() => {})
  return createNetwork(sql, { ...tools, work }, createNetworkAnswers(sql, tools, { ...late, steady: tools.clock }))
}
