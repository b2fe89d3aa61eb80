import type { Language } from '../language/languages.ts'
import { type MomentWords, momentWords } from './moment-words.ts'
import type { MomentContext } from './read-moment.ts'
import { readTime } from './read-time.ts'

/** A day, as a text names it. */
export type SaidDay =
  /** Some days after today. `isLength`: without a time it is the same as now. */
  | { readonly kind: 'later'; readonly days: number; readonly isLength: boolean }
  /** 0: Sunday. `isNext`: not today. */
  | { readonly kind: 'weekday'; readonly weekday: number; readonly isNext: boolean }
  | { readonly kind: 'date'; readonly year: number | undefined; readonly month: number; readonly day: number }

interface Found {
  /** Undefined: none is named. */
  readonly day: SaidDay | undefined
  /** What remains of the text, without the little words between day and time. */
  readonly rest: string
}

/** The groups of a pattern. */
type Groups = Readonly<Record<string, string | undefined>>

/** One way to name a day. */
interface Form {
  readonly pattern: RegExp
  readonly read: (groups: Groups) => SaidDay
}

/**
 * Finds the day that a tidy text names. Where several ways fit, it is the first that leaves a time of day (`31 dec
 * 2030` is half past eight in the evening), then the first that leaves nothing.
 */
export function readDay(
  text: string,
  { language, isMonthFirst }: Pick<MomentContext, 'language' | 'isMonthFirst'>,
): Found {
  const found = formsOf(momentWords(language), language, isMonthFirst).flatMap(({ pattern, read }): Found[] => {
    const match = pattern.exec(text)
    if (match === null) return []
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return [{ day: read(match.groups ?? {}), rest: withoutLittleWords(rest) }]
  })
  const withTime = found.find(({ rest }) => readTime(rest, language) !== undefined)
  return withTime ?? found.find(({ rest }) => rest === '') ?? { day: undefined, rest: withoutLittleWords(text) }
}

/** Words that may stand before a day or a time and say nothing. */
function withoutLittleWords(text: string): string {
  return text
    .replace(/(?<!\p{L})(?:at|on|the|le|la|a|um|den|في|يوم|الساعة)(?!\p{L})|@/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

function formsOf({ days, weekdays, months }: MomentWords, language: Language, isMonthFirst: boolean): readonly Form[] {
  // Elsewhere it is `9 am`.
  const on = language === 'de' ? '(?:am )?' : ''
  const weekday = `(?<weekday>${oneOf(weekdays)})\\.?`
  const month = `(?<month>${oneOf(months)})\\.?`
  const ordinal = '(?:st|nd|rd|th|er|\\.)?'
  /** No time: `dec 9:30`. */
  const noTime = '(?![\\d:.h]| ?[ap]m)'
  const date = (groups: Groups): SaidDay => ({
    kind: 'date',
    year: yearOf(groups.year),
    day: Number(groups.day),
    month: months[groups.month ?? ''] ?? Number(groups.month),
  })
  const pair = isMonthFirst ? '(?<month>\\d{1,2})/(?<day>\\d{1,2})' : '(?<day>\\d{1,2})/(?<month>\\d{1,2})'
  const dates = [
    '(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})',
    `${pair}(?:/(?<year>\\d{4}|\\d{2}))?`,
    '(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4})',
    '(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.',
    `(?<day>\\d{1,2})${ordinal} (?:of |de )?${month} (?<year>\\d{4})`,
    `(?<day>\\d{1,2})${ordinal} (?:of |de )?${month}`,
    `${month} (?<day>\\d{1,2})${ordinal}${noTime} (?<year>\\d{4})`,
    `${month} (?<day>\\d{1,2})${ordinal}${noTime}`,
  ]
  return [
    ...dates.map((pattern) => ({ pattern: whole(`${on}(?:${weekday} )?${pattern}`), read: date })),
    {
      pattern: whole(`(?:in|dans) (?<count>\\d{1,3}|an?|one|une?|eine[mr]) (?<unit>${UNITS_OF_DAYS})`),
      read: ({ count = '', unit = '' }) => ({
        kind: 'later',
        isLength: true,
        days: (/^\d/.test(count) ? Number(count) : 1) * (/^[ws]/.test(unit) ? 7 : 1),
      }),
    },
    {
      // The Arabic noun alone is one, and has a form for two.
      pattern: whole('بعد (?:(?<count>\\d{1,3}) )?(?<unit>يوم(?:ين|ا)?|ايام|اسبوع(?:ين|ا)?|اسابيع)'),
      read: ({ count, unit = '' }) => ({
        kind: 'later',
        isLength: true,
        days: Number(count ?? (unit.endsWith('ين') ? 2 : 1)) * (unit.startsWith('اس') ? 7 : 1),
      }),
    },
    {
      pattern: whole(`(?<word>${oneOf(days)})`),
      read: ({ word = '' }) => ({ kind: 'later', isLength: false, days: days[word] ?? 0 }),
    },
    {
      pattern: whole(`${on}(?:(?<next>${NEXT})|this)? ?${weekday}(?: (?<prochain>${PROCHAIN}))?`),
      read: (groups) => ({
        kind: 'weekday',
        weekday: weekdays[groups.weekday ?? ''] ?? 0,
        isNext: groups.next !== undefined || groups.prochain !== undefined,
      }),
    },
  ]
}

const UNITS_OF_DAYS = 'days?|jours?|tag(?:en?)?|weeks?|semaines?|wochen?'
/** Before the day of the week, and after it. */
const NEXT = 'next|nachste[nr]?|kommende[nr]?'
const PROCHAIN = 'prochain|القادمة?|المقبلة?'

/** A pattern that neither begins nor ends within a word or number. */
function whole(pattern: string): RegExp {
  // regex-bound: made of the patterns above and of the words of a table; a text has at most 100 characters.
  return new RegExp(`(?<![\\p{L}\\d/.-])${pattern}(?![\\p{L}\\d/]|-\\d)`, 'u')
}

/** The longest first, so that `mars` is not read as `mar`. */
function oneOf(words: Readonly<Record<string, number>>): string {
  return Object.keys(words)
    .sort((a, b) => b.length - a.length)
    .join('|')
}

/** `30` is 2030. */
function yearOf(digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined
  return digits.length === 2 ? 2_000 + Number(digits) : Number(digits)
}
