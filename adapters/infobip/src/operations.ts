import type { Operation } from './operation.ts'
import {
  bulkOperation,
  bulkStatusOperation,
  changeBulkStatusOperation,
  rescheduleBulkOperation,
} from './operations/bulks.ts'
import { inboxOperation } from './operations/inbox.ts'
import { logs1Operation, logs3Operation } from './operations/logs.ts'
import { previewOperation } from './operations/preview.ts'
import { reports1Operation, reports3Operation } from './operations/reports.ts'
import { sendBinary2Operation, sendMessages3Operation, sendText2Operation } from './operations/send.ts'
import { textQuery1Operation, textQuery3Operation } from './operations/text-query.ts'

/** Every operation of the interface. */
export const OPERATIONS: readonly Operation[] = [
  sendMessages3Operation,
  textQuery3Operation,
  reports3Operation,
  logs3Operation,
  sendText2Operation,
  sendBinary2Operation,
  textQuery1Operation,
  previewOperation,
  reports1Operation,
  logs1Operation,
  inboxOperation,
  bulkOperation,
  rescheduleBulkOperation,
  bulkStatusOperation,
  changeBulkStatusOperation,
]
