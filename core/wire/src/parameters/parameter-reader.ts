import { type Problems, TIME_PROBLEM } from '../fields/problems.ts'
import { parseFlag, parseWhole } from '../fields/spellings.ts'
import { isStorable, UNSTORABLE_PROBLEM } from '../text/storable.ts'
import { parseTimestamp } from '../times/timestamps.ts'
import type { Names, Parameters } from './parameters.ts'

/**
 * How a parameter that is given more than once is read: as its values joined with commas, as one of them, or as a
 * problem.
 */
export type Repeats = 'joined' | 'first' | 'last' | 'refused'

/** The `+` of a time zone arrives as a blank when it was not percent-encoded. */
const DECODED_ZONE = / (?=\d\d:?\d\d$)/

/**
 * Reads parameters as typed values. A problem with a parameter is noted under its (first) name, and the parameter then
 * reads as absent. `Parameters` decides what counts as empty.
 */
export class ParameterReader {
  readonly #parameters: Parameters
  readonly #problems: Problems
  readonly #repeats: Repeats

  constructor(parameters: Parameters, problems: Problems, repeats: Repeats) {
    this.#parameters = parameters
    this.#problems = problems
    this.#repeats = repeats
  }

  /** True when the parameter has a value, valid or not. */
  has(names: Names): boolean {
    return this.#parameters.has(names)
  }

  /** A text of at most `most` characters (UTF-16 code units) that can be stored. */
  text(names: Names, most: number): string | undefined {
    const text = this.#value(names)
    if (text === undefined) return undefined
    if (text.length > most) return this.problem(names, `must be at most ${most} characters`)
    return isStorable(text) ? text : this.problem(names, UNSTORABLE_PROBLEM)
  }

  requiredText(names: Names, most: number): string | undefined {
    return this.has(names) ? this.text(names, most) : this.problem(names, 'is required')
  }

  /** A whole number from `least` to `most`. */
  integer(names: Names, least: number, most: number): number | undefined {
    const text = this.#value(names)
    if (text === undefined) return undefined
    return parseWhole(text, least, most) ?? this.problem(names, `must be a whole number from ${least} to ${most}`)
  }

  /** `true`, `1`, `false` or `0`. */
  flag(names: Names): boolean | undefined {
    const text = this.#value(names)
    if (text === undefined) return undefined
    return parseFlag(text) ?? this.problem(names, 'must be true, 1, false or 0')
  }

  /** One of the given values, which must be in lower case; matches in any letter case. */
  choice<T extends string>(names: Names, values: readonly T[]): T | undefined {
    const text = this.#value(names)
    if (text === undefined) return undefined
    const lowered = text.toLowerCase()
    const value = values.find((each) => each === lowered)
    return value ?? this.problem(names, `must be one of ${values.join(', ')}`)
  }

  /** A time by `parseTimestamp`, in milliseconds since the epoch. */
  time(names: Names): number | undefined {
    const text = this.#value(names)
    if (text === undefined) return undefined
    return parseTimestamp(text.replace(DECODED_ZONE, '+')) ?? this.problem(names, TIME_PROBLEM)
  }

  /** Notes a problem of a parameter. */
  problem(names: Names, message: string): undefined {
    this.#problems.add(typeof names === 'string' ? names : (names[0] ?? ''), message)
  }

  #value(names: Names): string | undefined {
    switch (this.#repeats) {
      case 'joined':
        return this.#parameters.joined(names)
      case 'last':
        return this.#parameters.last(names)
      case 'first':
        return this.#parameters.first(names)
      case 'refused':
        return this.#onlyValue(names)
    }
  }

  #onlyValue(names: Names): string | undefined {
    const values = this.#parameters.all(names).filter((value) => value !== '')
    return values.length > 1 ? this.problem(names, 'must not be given more than once') : values[0]
  }
}
