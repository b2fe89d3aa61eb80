import { type MomentContext, type MomentProblem, readMoment } from './read-moment.ts'

/** What was typed into a field for a moment, and what it meant then. */
export interface MomentText {
  readonly text: string
  /** ISO 8601; null when nothing was typed, or nothing that can be used. */
  readonly at: string | null
  /** Why it cannot be used. */
  readonly problem: MomentProblem | null
}

export const NO_MOMENT: MomentText = { text: '', at: null, problem: null }

/** Reads what was typed; an empty field is no moment. */
export function momentText(text: string, context: MomentContext): MomentText {
  if (text.trim() === '') return { ...NO_MOMENT, text }
  const reading = readMoment(text, context)
  if ('problem' in reading) return { text, at: null, problem: reading.problem }
  return { text, at: new Date(reading.at).toISOString(), problem: null }
}

/** What is wrong with it now: it may have passed since it was typed. */
export function problemOf({ at, problem }: MomentText, now: number): MomentProblem | null {
  return at !== null && Date.parse(at) <= now ? 'passed' : problem
}

/** Whether dates begin with the month where people write like this (BCP 47). */
export function isMonthFirst(locale: string): boolean {
  return new Intl.DateTimeFormat(locale).formatToParts(0)[0]?.type === 'month'
}
