import { isolate } from './isolate.ts'
import { directionOf, type Language } from './languages.ts'

/**
 * Formats values for the viewer. Moments are ISO 8601 text, as the API returns them; they are shown in the viewer's
 * zone.
 */
export interface Formatters {
  number(value: number): string
  /** Short, for axes and narrow places: `1.2K`. */
  compact(value: number): string
  /** `share` of 1: 0.983 is `98.3 %`. */
  percent(share: number): string
  /** `amount` is decimal text, `currency` ISO 4217. `sign`: whether a plus is written as well as a minus. */
  money(amount: string, currency: string, sign?: 'auto' | 'always'): string
  /** With a plus before the digits. */
  phone(mobile: string): string
  /** Between two remarks, with its blank. */
  readonly comma: string
  /** Words or names one after the other, in that order whatever letters they are of. */
  list(items: readonly string[]): string
  /** Between a name and its value, with its blanks. */
  readonly colon: string
  dateTime(moment: string): string
  date(moment: string): string
  /** A day of UTC (`2026-01-31`), for axes: `31 Jan`. */
  day(day: string): string
  /** The month of a day of UTC, for axes: `Jan 2026`. */
  month(day: string): string
  /** The name of a country (ISO 3166), in the language of the texts. */
  country(code: string): string
  /** Time of day with seconds. */
  time(moment: string): string
  /** Time of day to the minute, for axes: `09:14`, `9:14 AM`. */
  clock(moment: string): string
  /** How long ago or how soon, in the largest unit that fits: `3 minutes ago`. */
  relative(moment: string, now: number): string
  /** A length of time: `850 ms`, `2.4 s`, `3 min`. */
  duration(milliseconds: number): string
  /** How large a file is: `34 kB`, `1.2 MB`. */
  fileSize(octets: number): string
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/**
 * `locale` is the BCP 47 tag by which values are written. What is words, not a value, is in the language of the texts
 * around it.
 */
export function createFormatters(locale: string, language: Language): Formatters {
  const number = new Intl.NumberFormat(locale)
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const country = new Intl.DisplayNames(language, { type: 'region' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { numeric: 'auto', style: 'short' })
  const isRightToLeft = directionOf(language) === 'rtl'
  const comma = language === 'ar' ? '، ' : ', '
  return {
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    percent: (share) => percent.format(share),
    money(amount, currency, sign = 'auto') {
      const text = formatMoney(locale, amount, currency, sign)
      return isRightToLeft ? currencyLast(text) : text
    },
    phone: (mobile) => (isRightToLeft ? isolate(`+${mobile}`) : `+${mobile}`),
    comma,
    list: (items) => (isRightToLeft ? items.map(isolate) : items).join(comma),
    colon: language === 'fr' ? '\u00a0: ' : ': ',
    dateTime: (moment) => withHalfOfDay(dateTime.format(new Date(moment))),
    date: (moment) => date.format(new Date(moment)),
    day: (text) => day.format(new Date(text)),
    month: (text) => month.format(new Date(text)),
    country: (code) => country.of(code) ?? code,
    time: (moment) => withHalfOfDay(time.format(new Date(moment))),
    clock: (moment) => withHalfOfDay(clock.format(new Date(moment))),
    relative(moment, now) {
      const difference = Date.parse(moment) - now
      const [unit, size] = UNITS.find(([, ms]) => Math.abs(difference) >= ms) ?? (['second', 1_000] as const)
      return relative.format(Math.trunc(difference / size), unit)
    },
    duration: (milliseconds) => unbroken(formatDuration(locale, milliseconds)),
    fileSize: (octets) => unbroken(formatFileSize(locale, octets)),
  }
}

/** A time and its half of the day (`PM`, `م`) stay in one line. */
function withHalfOfDay(text: string): string {
  return text.replace(/ (?=\D{1,8}$)/, '\u00a0')
}

/** A number and its unit stay in one line. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

/** Of less than a kilobyte, one. */
function formatFileSize(locale: string, octets: number): string {
  const [unit, size, maximumFractionDigits] =
    octets < 1_000_000 ? (['kilobyte', 1_000, 0] as const) : (['megabyte', 1_000_000, 1] as const)
  const shown = Math.max(1, octets / size)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(shown)
}

/** Prices per part have more decimals than cents, and all of them matter. */
function formatMoney(locale: string, amount: string, currency: string, signDisplay: 'auto' | 'always'): string {
  // regex-bound: an amount of the gateway, which has few digits.
  const decimals = amount.replace(/0+$/, '').split('.')[1]?.length ?? 0
  const options = {
    style: 'currency',
    currency,
    signDisplay,
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, decimals),
  } as const
  return new Intl.NumberFormat(locale, options).format(Number(amount))
}

/** With the marks of direction before it, which depend on the sign. */
const SIGNED_NUMBER = /[\u061c\u200e\u200f]{0,2}([-+]?\d[\d.,]*)/

/**
 * An amount from right to left: the number, and the currency to its left. `Intl` itself marks a number with a sign as
 * the beginning of a text from left to right, whose currency is to its right.
 */
function currencyLast(money: string): string {
  return money.replace(SIGNED_NUMBER, '\u200f\u2066$1\u2069')
}

function formatDuration(locale: string, milliseconds: number): string {
  const [unit, size] =
    milliseconds < 1_000
      ? (['millisecond', 1] as const)
      : milliseconds < 60_000
        ? (['second', 1_000] as const)
        : milliseconds < 3_600_000
          ? (['minute', 60_000] as const)
          : milliseconds < 86_400_000
            ? (['hour', 3_600_000] as const)
            : (['day', 86_400_000] as const)
  const maximumFractionDigits = unit === 'millisecond' ? 0 : 1
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(milliseconds / size)
}
