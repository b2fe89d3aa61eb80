// The statements that a message costs, one by one, for measuring what a server bears by itself; programs use `Engine`.
export { createRecordIds, type RecordIds } from './database/record-ids.ts'
export type { AcceptRow } from './intake/accept/prepare.ts'
export { storeMessages } from './intake/accept/store-messages.ts'
export { removeBatches } from './outbound/batches/batch-statements.ts'
export { recordFirstAnswers } from './outbound/dispatch/results/record-first-answers.ts'
export type { ResultRecord } from './outbound/dispatch/results/record-results.ts'
export { plainReceipts, settleQuietReceipts } from './outbound/receipts/settle-plain-receipts.ts'
