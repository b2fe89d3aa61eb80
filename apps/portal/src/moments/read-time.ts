import type { Language } from '../language/languages.ts'
import { momentWords } from './moment-words.ts'

export interface TimeOfDay {
  /** 0 to 23. */
  readonly hour: number
  readonly minute: number
}

const TIMES = [
  // 8:30, 8.30pm, 8h30, 9h, 9 Uhr, 9 am, 9
  /^(\d{1,2})(?: ?(?:[:.]|h(?:eures?|rs?)?|uhr) ?(\d{2}))? ?(?:h(?:eures?|rs?)?|uhr)? ?(am|pm)?$/,
  // 0830, 830pm
  /^(\d{1,2})(\d{2}) ?(am|pm)?$/,
]

/** Reads a time of day that is the whole text; undefined when it is not one. */
export function readTime(text: string, language: Language): TimeOfDay | undefined {
  const { hours } = momentWords(language)
  const hour = Object.hasOwn(hours, text) ? hours[text] : undefined
  if (hour !== undefined) return { hour, minute: 0 }
  const [, first, second = '0', half] = TIMES.map((form) => form.exec(text)).find((found) => found !== null) ?? []
  return first === undefined ? undefined : timeOf(Number(first), Number(second), half)
}

function timeOf(hour: number, minute: number, half: string | undefined): TimeOfDay | undefined {
  if (minute > 59) return undefined
  if (half === undefined) return hour > 23 ? undefined : { hour, minute }
  if (hour < 1 || hour > 12) return undefined
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute }
}
