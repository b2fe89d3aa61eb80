import type { Clock } from '@heliograph/contracts'
import { captureLogger, captureMetrics } from '@heliograph/testkit'
import type { Sql } from '../../src/database/database.ts'
import { createRecordIds } from '../../src/database/record-ids.ts'
import type { LateAnswersOptions } from '../../src/outbound/dispatch/results/late-answers.ts'
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
    counts: new ReceiptCounts(captureMetrics()),
  }
}

/** What a `Network` service without links needs to know about answers. */
export function answerTools(
  resultsRecorded: () => Promise<void> = async () => {},
): Omit<LateAnswersOptions, 'sql' | 'tools' | 'signal'> {
  const common = { logger: captureLogger(), resultsRecorded, fairness: 'order' as const }
  return { ...common, isWithoutReceipts: () => false, retryDelayMs: () => 0 }
}
