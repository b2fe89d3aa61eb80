const DAY_SECONDS = 86_400

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Texts, colours, countries, fillers and elapsed time, which do not make a format one of dates. */
const NO_FIELDS = /"[^"]*"|\\.|\[[^\]]{0,40}\]|_.|\*./g

const PIECES = /"[^"]*"|\\.|\[(?:h+|m+|s+)\]|\[[^\]]{0,40}\]|_.|\*.|am\/pm|a\/p|y+|m+|d+|h+|s+|\.0+|./gi

/** Whether numbers of this format are days, or times of a day. */
export function isDateFormat(section: string): boolean {
  return /\[(?:h+|m+|s+)\]/i.test(section) || /[ymdhs]/i.test(section.replace(NO_FIELDS, ''))
}

/** A number of days, with a part of one as the time of day, in the format of its cell. */
export function formatSerialDate(value: number, section: string, isFrom1904: boolean): string {
  const seconds = Math.round(value * DAY_SECONDS)
  const pieces = section.match(PIECES) ?? []
  const at = dateOf(seconds, isFrom1904)
  const is12 = pieces.some((piece) => /^a/i.test(piece))
  return pieces.map((piece, index) => write(piece, { at, seconds, is12, isMinute: isMinute(pieces, index) })).join('')
}

/** Day 60 is 29 February 1900, which never was: before it, days count from one day later. */
function dateOf(seconds: number, isFrom1904: boolean): Date {
  const days = seconds / DAY_SECONDS + (isFrom1904 ? 1_462 : 0)
  const first = days < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
  return new Date(first + Math.round(days * DAY_SECONDS) * 1_000)
}

/** Whether `m` means minutes: after hours or before seconds. */
function isMinute(pieces: readonly string[], index: number): boolean {
  const isField = (piece: string) => /^\[?[ymdhs]/i.test(piece)
  const before = pieces.slice(0, index).findLast(isField)
  const after = pieces.slice(index + 1).find(isField)
  return /^\[?h/i.test(before ?? '') || /^\[?s/i.test(after ?? '')
}

interface Written {
  readonly at: Date
  readonly seconds: number
  readonly is12: boolean
  readonly isMinute: boolean
}

function write(piece: string, { at, seconds, is12, isMinute }: Written): string {
  const size = piece.length
  const pad = (number: number) => String(number).padStart(size > 1 ? 2 : 1, '0')
  switch (piece[0]?.toLowerCase()) {
    case 'y':
      return size > 2 ? String(at.getUTCFullYear()) : String(at.getUTCFullYear() % 100).padStart(2, '0')
    case 'm':
      return isMinute ? pad(at.getUTCMinutes()) : monthOf(at.getUTCMonth(), size)
    case 'd':
      return size > 2 ? named(DAYS[at.getUTCDay()] as string, size === 3) : pad(at.getUTCDate())
    case 'h':
      return pad(is12 ? at.getUTCHours() % 12 || 12 : at.getUTCHours())
    case 's':
      return pad(at.getUTCSeconds())
    case 'a':
      return at.getUTCHours() < 12 ? 'AM' : 'PM'
    case '"':
      return piece.slice(1, -1)
    case '\\':
      return piece.slice(1)
    case '[':
      return elapsed(piece, seconds)
    case '_':
    case '*':
      return ''
    default:
      return size > 1 ? '' : piece
  }
}

function monthOf(month: number, size: number): string {
  if (size < 3) return String(month + 1).padStart(size, '0')
  return named(MONTHS[month] as string, size === 3)
}

function named(name: string, isShort: boolean): string {
  return isShort ? name.slice(0, 3) : name
}

function elapsed(piece: string, seconds: number): string {
  const units = { h: 3_600, m: 60, s: 1 }
  const unit = /^\[([hms])+\]$/i.exec(piece)?.[1]?.toLowerCase() as keyof typeof units | undefined
  return unit === undefined ? '' : String(Math.floor(seconds / units[unit])).padStart(piece.length - 2, '0')
}
