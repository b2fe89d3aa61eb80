import type { Operation } from './operation.ts'
import { bulkStatusOperation, setBulkStatusOperation } from './operations/bulk-status.ts'
import { cancelBulkOperation, listBulksOperation, rescheduleBulkOperation } from './operations/bulks.ts'
import { historyOperation } from './operations/history.ts'
import { logsOperation } from './operations/logs.ts'
import { previewOperation } from './operations/preview.ts'
import { reportsOperation } from './operations/reports.ts'
import { sendOperation } from './operations/send.ts'
import { singleOperation } from './operations/single.ts'

/** Every operation of the interface. */
export const OPERATIONS: readonly Operation[] = [
  sendOperation,
  singleOperation,
  reportsOperation,
  logsOperation,
  historyOperation,
  previewOperation,
  listBulksOperation,
  rescheduleBulkOperation,
  cancelBulkOperation,
  bulkStatusOperation,
  setBulkStatusOperation,
]
