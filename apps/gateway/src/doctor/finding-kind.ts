import type { Survey } from '@heliograph/engine'
import type { Picture } from './picture.ts'

/** `error`: something does not work, or soon will not. `warning`: someone should know, and it may be meant. */
export type Severity = 'error' | 'warning'

/** Something that `doctor` can find. */
export interface FindingKind {
  /** Kebab-case and stable, for scripts. */
  readonly id: string
  readonly severity: Severity
  /** What is wrong, for the manual. */
  readonly meaning: string
  readonly remedy: string
  /** A sentence for each thing that is wrong. Pure. */
  readonly find: (picture: Picture) => readonly string[]
}

/** A kind that looks at the deployment only; where that could not be examined, another kind says so. */
export function inSurvey(find: (survey: Survey) => readonly string[]): FindingKind['find'] {
  return ({ survey }) => (survey === undefined ? [] : find(survey))
}

/** One sentence, or none. */
export function when(isWrong: boolean, sentence: string): readonly string[] {
  return isWrong ? [sentence] : []
}

/** `1 node`, `2 nodes`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]

/** For people: `3 hours`, in the largest unit of which there are two. */
export function duration(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds >= 2 * unit) ?? [1, 'second']
  return counted(Math.floor(seconds / size), name)
}
