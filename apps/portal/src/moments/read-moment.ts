import type { Language } from '../language/languages.ts'
import { readDay, type SaidDay } from './read-day.ts'
import { readTime, type TimeOfDay } from './read-time.ts'
import { type DayOfYear, dayAfter, momentsOf, type WallTime, wallTimeAt, weekdayOf } from './wall-time.ts'

/** What a text about a moment is read against. */
export interface MomentContext {
  /** Milliseconds since 1970. */
  readonly now: number
  /** IANA name of the zone whose clocks are meant. */
  readonly zone: string
  readonly language: Language
  /** `3/4` is 4 March. */
  readonly isMonthFirst: boolean
}

/**
 * Why a text is no moment to send at. `no-time`: it names only a day. `no-such-day`: 31 February. `skipped`: the clocks
 * are put forward over it. `passed`: it is not in the future.
 */
export type MomentProblem = 'unclear' | 'no-time' | 'no-such-day' | 'skipped' | 'passed'

/** `at`: milliseconds since 1970. */
export type MomentReading = { readonly at: number } | { readonly problem: MomentProblem }

/**
 * Reads a moment in the future as people write it: `0830`, `8.30pm`, `tomorrow 9`, `demain 9h`, `morgen um 9 Uhr`,
 * `mon 14:00`, `31 dec 9am`, `31/12 0900`, `in 2 hours`. A time alone is the next one. A day without a year is the next
 * one too. A time that the clocks show twice is the first one.
 */
export function readMoment(text: string, context: MomentContext): MomentReading {
  const words = tidy(text)
  const length = readLength(words)
  if (length !== undefined) return { at: Math.floor((context.now + length) / MINUTE_MS) * MINUTE_MS }
  const { day, rest } = readDay(words, context)
  const time = readTime(rest, context.language)
  if (time !== undefined) return resolve(day, time, context)
  const isEmpty = rest === ''
  if (isEmpty && day?.kind === 'later' && day.isLength)
    return resolve(day, wallTimeAt(context.now, context.zone), context)
  return { problem: isEmpty && day !== undefined ? 'no-time' : 'unclear' }
}

const MINUTE_MS = 60_000

/**
 * Lower case, without accents, commas and doubled blanks; `a.m.` as `am`, the `T` of ISO 8601 as a blank, Arabic digits
 * as 0 to 9.
 */
function tidy(text: string): string {
  return text
    .slice(0, 100)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - '٠'.charCodeAt(0)))
    .replace(/(?<=\d) ?(?:صباحا|ص)(?!\p{L})/gu, 'am')
    .replace(/(?<=\d) ?(?:مساء|م)(?!\p{L})/gu, 'pm')
    .replace(/[’ʼ]/g, "'")
    .replace(/\b([ap])\.\s?m\b\.?/g, '$1m')
    .replace(/(\d-\d{1,2})t(?=\d)/g, '$1 ')
    .replace(/[,;،\s]+/g, ' ')
    .trim()
}

const COUNT = '\\d{1,4}|an?|one|une?|einer?|half an|une demi-?|einer halben'
const UNIT = 'minuten?|minutes?|mins?|m|hours?|hrs?|heures?|stunden?|std|h'

const LENGTHS = [
  new RegExp(`^(?:in |dans |\\+ ?)(?<count>${COUNT}) ?(?<unit>${UNIT})$`),
  // The Arabic noun alone is one, and has a form for two.
  /^بعد (?:(?<count>\d{1,4}|نصف) )?(?<unit>دقيق(?:ة|تين)|دقايق|ساع(?:ة|تين|ات))$/,
]

const HALF = /^half|demi|halben|نصف/

/** Milliseconds of a length of time from now, in minutes or hours. */
function readLength(text: string): number | undefined {
  const found = LENGTHS.map((form) => form.exec(text)).find((match) => match !== null)
  if (found === undefined) return undefined
  const { count = '', unit = '' } = found.groups ?? {}
  const one = unit.endsWith('تين') ? 2 : 1
  const times = HALF.test(count) ? 0.5 : /^\d/.test(count) ? Number(count) : one
  return times * (/^[mد]/.test(unit) ? MINUTE_MS : 60 * MINUTE_MS)
}

function resolve(day: SaidDay | undefined, time: TimeOfDay, context: MomentContext): MomentReading {
  const today = wallTimeAt(context.now, context.zone)
  const candidates = daysMeant(day, today)
  if (candidates.length === 0) return { problem: 'no-such-day' }
  for (const date of candidates) {
    const reading = momentOn(date, time, context)
    if (!('problem' in reading && reading.problem === 'passed')) return reading
  }
  return { problem: 'passed' }
}

/** The days that may be meant, the earliest first: the first that has not passed is. */
function daysMeant(day: SaidDay | undefined, today: WallTime): readonly DayOfYear[] {
  const after = (days: number) => dayAfter(today, days) as DayOfYear
  switch (day?.kind) {
    case undefined:
      return [after(0), after(1)]
    case 'later':
      return [after(day.days)]
    case 'weekday': {
      const ahead = (day.weekday - weekdayOf(today) + 7) % 7
      return ahead === 0 && !day.isNext ? [after(0), after(7)] : [after(ahead || 7)]
    }
    case 'date': {
      // A leap day may be eight years away.
      const years = day.year === undefined ? Array.from({ length: 9 }, (_, n) => today.year + n) : [day.year]
      return years.map((year) => dayAfter({ ...day, year }, 0)).filter((date) => date !== undefined)
    }
  }
}

function momentOn(date: DayOfYear, time: TimeOfDay, { now, zone }: MomentContext): MomentReading {
  const moments = momentsOf({ ...date, hour: time.hour, minute: time.minute }, zone)
  if (moments.length === 0) return { problem: 'skipped' }
  const at = moments.find((moment) => moment > now)
  return at === undefined ? { problem: 'passed' } : { at }
}
