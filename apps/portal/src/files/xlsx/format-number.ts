import { formatSerialDate, isDateFormat } from './format-date.ts'

/** The last day that spreadsheets know: 31 December 9999. */
const LAST_DAY = 2_958_465

/**
 * A stored number as it was typed, as far as its format tells: dates as dates, long numbers with all their digits, and
 * leading zeros where the format asks for them.
 *
 * @param raw as the file has it, `2.7821234567E10` for instance
 * @param isFrom1904 days count from 1904 and not from 1900
 */
export function formatNumber(raw: string, format: string, isFrom1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  const [section = ''] = format.split(';')
  if (isDateFormat(section) && value >= 0 && value <= LAST_DAY) return formatSerialDate(value, section, isFrom1904)
  if (/%\s*$/.test(section)) return `${plain(value * 100)}%`
  return Number.isInteger(value) && value >= 0 ? fill(plain(value), section) : plain(value)
}

/** Without an exponent. Spreadsheets keep 15 digits; what is stored beyond them is noise. */
function plain(value: number): string {
  const typed = Number(value.toPrecision(15))
  return Number.isInteger(typed) ? BigInt(typed).toString() : String(typed)
}

/** Puts digits into a format such as `0000000000` or `000 000 0000`; other formats change nothing. */
function fill(digits: string, section: string): string {
  const pattern = section.replace(/\\(.)|"([^"]*)"/g, '$1$2')
  if (!/^[+ ()\-0#]+$/.test(pattern) || !pattern.includes('00')) return digits
  let left = digits
  let text = ''
  const first = pattern.search(/[0#]/)
  for (let at = pattern.length - 1; at >= 0; at -= 1) {
    const sign = pattern[at] as string
    if (sign !== '0' && sign !== '#') {
      text = sign + text
      continue
    }
    const taken = at === first ? left : left.slice(-1)
    left = at === first ? '' : left.slice(0, -1)
    text = (taken === '' && sign === '0' ? '0' : taken) + text
  }
  return text
}
