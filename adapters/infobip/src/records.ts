import type { MessageRecord, MessageState } from '@heliograph/contracts'
import { errorById, errorIdOf, STATUS_FORMS } from '@heliograph/messaging'
import { formatTimestamp } from '@heliograph/wire'
import type { Version } from './operation.ts'
import type { Labels } from './wire/message.ts'

/** Id in the error registry of a message that nothing is wrong with. */
const NO_ERROR = 0

/** The facts of a report, whether it is read or sent. */
export interface ReportFacts {
  readonly bulkId: string | null | undefined
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly state: MessageState
  readonly errorId: number | null
  readonly parts: number
  readonly reference: string | null
  readonly sentAt: Date | null
  readonly doneAt: Date | null
  readonly price?: MessageRecord['price'] | undefined
  readonly labels?: Partial<Labels> | undefined
}

/** The status of a state, by Infobip's name. */
export function statusOf(state: MessageState) {
  const { v2, v2LogName } = STATUS_FORMS[state]
  return { groupId: v2.groupId, groupName: v2.groupName, id: v2.id, name: v2LogName, description: v2.description }
}

/** The error of a message; that of success is an object as well. */
function errorOf(state: MessageState, errorId: number | null) {
  return errorById(errorIdOf(state, errorId) ?? NO_ERROR) ?? errorById(NO_ERROR)
}

/** A report in the form of a version. Fields that have no value are left out. */
export function mapReport(facts: ReportFacts, version: Version) {
  const { bulkId, errorId, from, labels = {}, messageId, parts, price, reference, state, to } = facts
  const { applicationId, entityId, campaignReferenceId } = labels
  const common = {
    bulkId: bulkId ?? undefined,
    messageId,
    to,
    sentAt: timeOf(facts.sentAt),
    doneAt: timeOf(facts.doneAt),
    price: price && priceOf(price),
    status: statusOf(state),
    error: errorOf(state, errorId),
    callbackData: reference ?? undefined,
    campaignReferenceId,
  }
  if (version === 1) return { ...common, from, smsCount: parts, applicationId, entityId }
  const platform = applicationId === undefined && entityId === undefined ? undefined : { applicationId, entityId }
  return { ...common, sender: from, messageCount: parts, platform }
}

/** The report of a message as it stands. */
export function mapRecordToReport(record: MessageRecord, version: Version) {
  return mapReport({ ...record, sentAt: record.submittedAt ?? record.acceptedAt }, version)
}

/** A record of the log in the form of a version. */
export function mapRecordToLog(record: MessageRecord, version: Version) {
  const { bulkId, encoding, errorId, from, messageId, parts, price, state, text, to } = record
  const common = {
    bulkId: bulkId ?? undefined,
    messageId,
    sentAt: timeOf(record.submittedAt ?? record.acceptedAt),
    doneAt: timeOf(record.doneAt),
    price: priceOf(price),
    status: statusOf(state),
    error: errorOf(state, errorId),
  }
  if (version === 1) return { ...common, from, to, text, smsCount: parts }
  const content = encoding === 'binary' ? { hex: text } : { text }
  return { ...common, sender: from, destination: to, content, messageCount: parts }
}

/** A time in the only form that all of Infobip's clients can read. */
export function timeOf(date: Date | null): string | undefined {
  return date === null ? undefined : formatTimestamp(date)
}

function priceOf({ amount, currency }: MessageRecord['price']) {
  return { pricePerMessage: Number(amount), currency }
}
