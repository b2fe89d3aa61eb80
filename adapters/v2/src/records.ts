import type { MessageRecord, Money } from '@heliograph/contracts'
import { errorById, STATUS_FORMS } from '@heliograph/messaging'
import { formatTimestamp } from '@heliograph/wire'

/** The code of a permanent failure, for the failed states that no delivery receipt reports. */
const FAILED_CODE = 4

/** A delivery report record. */
export function mapRecordToReport(record: MessageRecord) {
  const form = STATUS_FORMS[record.state]
  return {
    smsId: record.smsId,
    bulkId: record.bulkId,
    messageId: record.messageId,
    to: record.to,
    sentAt: sentAt(record),
    doneAt: time(record.doneAt),
    scheduledTime: time(record.scheduledAt),
    smsCount: record.parts,
    price: mapPrice(record.price),
    statusCode: form.webhook?.code ?? FAILED_CODE,
    axStatusDesk: record.networkStatus ?? '',
    status: form.v2,
    error: mapError(record.errorId ?? form.errorId),
    ...mapMetadata(record),
  }
}

/** A log record. */
export function mapRecordToLog(record: MessageRecord) {
  const form = STATUS_FORMS[record.state]
  const { groupId, groupName, id } = form.v2
  return {
    messageId: record.messageId,
    to: record.to,
    from: record.from,
    text: record.text,
    sentAt: sentAt(record),
    status: { groupId, groupName, id, name: form.v2LogName },
    smsCount: record.parts,
    price: mapPrice(record.price),
    ...mapMetadata(record),
  }
}

/** A record of a message without metadata has no such field. */
function mapMetadata({ metadata }: MessageRecord) {
  return metadata === undefined ? {} : { metadata }
}

/** When the network accepted the message; null while the status is still PENDING. */
function sentAt({ state, submittedAt }: MessageRecord): string | null {
  return STATUS_FORMS[state].v2.groupName === 'PENDING' ? null : time(submittedAt)
}

/** A time as this interface writes it. */
export function time(date: Date | null): string | null {
  return date === null ? null : formatTimestamp(date)
}

/** The price of the whole message, as a JSON number. */
export function mapPrice(price: Money) {
  return { pricePerMessage: Number(price.amount), currency: price.currency }
}

/** An error of the registry as this interface shows it. */
export function mapError(errorId: number | null) {
  return errorId === null ? null : (errorById(errorId) ?? null)
}
