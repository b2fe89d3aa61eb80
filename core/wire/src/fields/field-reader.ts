import { isStorable, UNSTORABLE_PROBLEM } from '../text/storable.ts'
import { parseTimestamp } from '../times/timestamps.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import { type Problems, TIME_PROBLEM } from './problems.ts'

/**
 * Reads the fields of one JSON object. A problem with a field is noted under its path, and the field then reads as
 * absent; null is absent too.
 */
export class FieldReader {
  readonly #source: JsonObject
  readonly #prefix: string
  readonly #problems: Problems

  /** @param prefix - put before the names in the paths of problems, for example `messages[0].`. */
  constructor(source: JsonObject, prefix: string, problems: Problems) {
    this.#source = source
    this.#prefix = prefix
    this.#problems = problems
  }

  /** The unchecked value. */
  value(name: string): unknown {
    return this.#source[name]
  }

  string(name: string): string | undefined {
    const value = this.#source[name]
    if (typeof value === 'string') return value
    return this.#absent(name, value, 'must be a string')
  }

  requiredString(name: string): string | undefined {
    if (this.#source[name] == null) return this.problem(name, 'is required')
    return this.string(name)
  }

  /** A string of `least` to `most` characters (UTF-16 code units) that can be stored. */
  text(name: string, least: number, most: number): string | undefined {
    const text = this.string(name)
    if (text !== undefined && (text.length < least || text.length > most)) {
      return this.problem(name, `must be ${least} to ${most} characters`)
    }
    return this.#storable(name, text)
  }

  /** A required string that is not empty and can be stored. */
  requiredText(name: string): string | undefined {
    const text = this.requiredString(name)
    if (text === '') return this.problem(name, 'must not be empty')
    return this.#storable(name, text)
  }

  flag(name: string): boolean | undefined {
    const value = this.#source[name]
    if (typeof value === 'boolean') return value
    return this.#absent(name, value, 'must be true or false')
  }

  /** A whole number from `least` to `most`. */
  integer(name: string, least: number, most: number): number | undefined {
    const value = this.#source[name]
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number
    return this.#absent(name, value, `must be a whole number from ${least} to ${most}`)
  }

  /** A reader for a nested object. */
  object(name: string): FieldReader | undefined {
    const value = this.#source[name]
    if (isJsonObject(value)) return new FieldReader(value, `${this.#prefix}${name}.`, this.#problems)
    return this.#absent(name, value, 'must be an object')
  }

  /** A required array of 1 to `limit` items; empty when something is wrong with it. */
  items(name: string, limit: number): readonly unknown[] {
    const value = this.#source[name]
    if (Array.isArray(value) && value.length > 0 && value.length <= limit) return value
    this.problem(name, arrayProblem(value, limit))
    return []
  }

  /** A time by `parseTimestamp`, in milliseconds since the epoch. */
  time(name: string): number | undefined {
    const text = this.string(name)
    if (text === undefined) return undefined
    return parseTimestamp(text) ?? this.problem(name, TIME_PROBLEM)
  }

  /**
   * An http or https URL without credentials, in its normal spelling and of at most `most` characters. Whether its
   * address may be called is checked only when it is called.
   */
  webUrl(name: string, most: number): string | undefined {
    const text = this.string(name)
    if (text === undefined) return undefined
    if (text.length > most || !URL.canParse(text)) return this.problem(name, 'must be a URL')
    const url = new URL(text)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return this.problem(name, 'must be an http or https URL')
    if (url.username !== '' || url.password !== '') return this.problem(name, 'must not carry credentials')
    if (url.href.length > most) return this.problem(name, `must be at most ${most} characters`)
    return url.href
  }

  /** One of the given values. */
  choice<T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.string(name)
    if (value === undefined || values.includes(value as T)) return value as T | undefined
    return this.problem(name, `must be one of ${values.join(', ')}`)
  }

  /** Notes a problem of a field of this object. */
  problem(name: string, message: string): undefined {
    this.#problems.add(this.#prefix + name, message)
  }

  #absent(name: string, value: unknown, problem: string): undefined {
    if (value !== undefined && value !== null) this.problem(name, problem)
  }

  #storable(name: string, text: string | undefined): string | undefined {
    if (text === undefined || isStorable(text)) return text
    return this.problem(name, UNSTORABLE_PROBLEM)
  }
}

function arrayProblem(value: unknown, limit: number): string {
  if (value === undefined || value === null) return 'is required'
  if (!Array.isArray(value)) return 'must be an array'
  return value.length === 0 ? 'must not be empty' : `must not have more than ${limit} items`
}
