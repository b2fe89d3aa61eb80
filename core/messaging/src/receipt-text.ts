import type { SmppStat } from './receipt-status.ts'

/** The contents of a receipt text. */
export interface ReceiptTextFields {
  /** The id in the answer to the submit. */
  readonly id: string
  readonly stat: SmppStat
  readonly submittedAt: Date
  readonly doneAt: Date
  /** Id in the error registry, null when nothing failed. */
  readonly errorId: number | null
  /** The text of the message; its beginning goes into the receipt. */
  readonly text: string
}

/** What could be read from a receipt text; fields that are missing or malformed are undefined. */
export interface ParsedReceiptText {
  readonly id: string | undefined
  /** Upper case, as sent: usually seven letters. */
  readonly stat: string | undefined
  /** Messages submitted and delivered, as the network counts them. */
  readonly submitted: number | undefined
  readonly delivered: number | undefined
  readonly submittedAt: Date | undefined
  readonly doneAt: Date | undefined
  /** The network's own error code, 1 to 3 characters as a rule. */
  readonly error: string | undefined
  /** The beginning of the message. */
  readonly text: string | undefined
}

const TEXT_LENGTH = 20
// Clients read three characters at most; EC_UNKNOWN_ERROR replaces the codes that do not fit.
const UNKNOWN_ERROR = 255
// Clients read the octets as ASCII or as GSM 03.38, so only characters with the same code in both are safe.
const AMBIGUOUS = /[^\x20-\x7e]|[@$_`[\\\]^{|}~]/gu

/**
 * The text of a delivery receipt (SMPP 3.4, appendix B): the fields, their order and their widths are what Kannel,
 * Cloudhopper, jsmpp and Jasmin read. Times are UTC. Only characters that are the same in ASCII and GSM 03.38 go into
 * `text:`; every other one becomes `?`.
 */
export function formatReceiptText(fields: ReceiptTextFields): string {
  const delivered = fields.stat === 'DELIVRD' ? '001' : '000'
  const error = fields.errorId === null ? 0 : fields.errorId > 999 ? UNKNOWN_ERROR : fields.errorId
  return (
    `id:${fields.id} sub:001 dlvrd:${delivered} submit date:${formatDate(fields.submittedAt)} ` +
    `done date:${formatDate(fields.doneAt)} stat:${fields.stat} err:${String(error).padStart(3, '0')} ` +
    `text:${fields.text.replace(AMBIGUOUS, '?').slice(0, TEXT_LENGTH)}`
  )
}

/**
 * Reads a receipt text as networks send it: fields in any order, in any case and some of them missing, dates of 10
 * (`YYMMDDhhmm`), 12 (with seconds, or with a four-digit year) or 14 digits (`YYYYMMDDhhmmss`), all taken as UTC.
 * Undefined when the text names neither an id nor a status.
 */
export function parseReceiptText(receipt: string): ParsedReceiptText | undefined {
  // The quoted message comes last and may itself look like fields.
  const start = /(?:^|\s)text:/i.exec(receipt)
  const head = start === null ? receipt : receipt.slice(0, start.index)
  const id = field(head, 'id')
  const stat = field(head, 'stat')?.toUpperCase()
  if (id === undefined && stat === undefined) return undefined
  return {
    id,
    stat,
    submitted: parseCount(field(head, 'sub')),
    delivered: parseCount(field(head, 'dlvrd')),
    submittedAt: parseDate(field(head, 'submit date')),
    doneAt: parseDate(field(head, 'done date')),
    error: field(head, 'err'),
    text: start === null ? undefined : receipt.slice(start.index + start[0].length),
  }
}

type FieldName = 'id' | 'sub' | 'dlvrd' | 'submit date' | 'done date' | 'stat' | 'err'

const FIELDS: Readonly<Record<FieldName, RegExp>> = {
  id: /(?:^|\s)id:(\S+)/i,
  sub: /(?:^|\s)sub:(\S+)/i,
  dlvrd: /(?:^|\s)dlvrd:(\S+)/i,
  'submit date': /(?:^|\s)submit date:(\S+)/i,
  'done date': /(?:^|\s)done date:(\S+)/i,
  stat: /(?:^|\s)stat:([A-Z]+)/i,
  err: /(?:^|\s)err:(\S+)/i,
}

function field(head: string, name: FieldName): string | undefined {
  return FIELDS[name].exec(head)?.[1]
}

function parseCount(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

function formatDate(date: Date): string {
  const iso = date.toISOString()
  return iso.slice(2, 4) + iso.slice(5, 7) + iso.slice(8, 10) + iso.slice(11, 13) + iso.slice(14, 16)
}

function parseDate(value: string | undefined): Date | undefined {
  if (value === undefined || !/^(?:\d{10}|\d{12}|\d{14})$/.test(value)) return undefined
  if (value.length === 14) return dateOf(value)
  const shortYear = dateOf(`20${value}`.padEnd(14, '0'))
  // From 2013 on no reading of YYYYMMDDhhmm is also a date with a two-digit year, because its third and fourth digit
  // are no month.
  return shortYear ?? (value.length === 12 ? dateOf(`${value}00`) : undefined)
}

/** Undefined when the fourteen digits are no moment of the calendar. */
function dateOf(digits: string): Date | undefined {
  const at = (from: number, to: number) => Number(digits.slice(from, to))
  const year = at(0, 4)
  const month = at(4, 6)
  const hour = at(8, 10)
  const date = new Date(Date.UTC(year, month - 1, at(6, 8), hour, at(10, 12), at(12, 14)))
  // What does not exist, such as the 31st of June, has become another moment, mostly of the next month or day.
  const isSame = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCHours() === hour
  return isSame && at(10, 12) < 60 && at(12, 14) < 60 ? date : undefined
}
