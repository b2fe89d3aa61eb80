import { MAX_PARTS, measureText } from '@heliograph/messaging'
import { isJsonObject, type JsonObject } from './body.ts'
import { MAX_ID_LENGTH, MAX_SCHEDULE_DAYS, MAX_URL_LENGTH } from './limits.ts'
import type { Problems } from './problems.ts'
import { isStorable, UNSTORABLE_PROBLEM } from './storable.ts'
import { parseTimestamp } from './timestamps.ts'

const DAY_MS = 86_400_000

/** Below this length no text can need more than `MAX_PARTS` parts, whatever its characters: a UCS-2 part holds at least 66 units. */
const SURELY_SHORT = MAX_PARTS * 66

/**
 * Reads the fields of one JSON object. What is wrong with a field is noted under its path, and the field then reads as absent; null is absent, too.
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

  string(name: string): string | undefined {
    const value = this.#source[name]
    if (typeof value === 'string') return value
    return this.#absent(name, value, 'must be a string')
  }

  requiredString(name: string): string | undefined {
    if (this.#source[name] == null) return this.problem(name, 'is required')
    return this.string(name)
  }

  flag(name: string): boolean | undefined {
    const value = this.#source[name]
    if (typeof value === 'boolean') return value
    return this.#absent(name, value, 'must be true or false')
  }

  /** A nested object, its fields ready to be read. */
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

  /** The required text of a message: not empty, and of no more parts than a message may have. */
  text(name: string): string | undefined {
    const text = this.previewText(name)
    if (text === undefined || text.length <= SURELY_SHORT) return text
    const { parts } = measureText(text)
    if (parts <= MAX_PARTS) return text
    return this.problem(name, `needs ${parts} SMS parts, at most ${MAX_PARTS} are allowed`)
  }

  /** A required text of any length but none. */
  previewText(name: string): string | undefined {
    const text = this.requiredString(name)
    if (text === '') return this.problem(name, 'must not be empty')
    return this.#storable(name, text)
  }

  /** An id that the client chose. */
  id(name: string): string | undefined {
    const id = this.string(name)
    if (id !== undefined && (id.length === 0 || id.length > MAX_ID_LENGTH)) {
      return this.problem(name, `must be 1 to ${MAX_ID_LENGTH} characters`)
    }
    return this.#storable(name, id)
  }

  /** A time up to `MAX_SCHEDULE_DAYS` after `now`. */
  sendTime(name: string, now: number): Date | undefined {
    const text = this.string(name)
    if (text === undefined) return undefined
    const time = parseTimestamp(text)
    if (time === undefined) return this.problem(name, 'must be an ISO 8601 time such as 2030-01-31T08:15:00.000Z')
    if (time > now + MAX_SCHEDULE_DAYS * DAY_MS) {
      return this.problem(name, `must not be more than ${MAX_SCHEDULE_DAYS} days ahead`)
    }
    return new Date(time)
  }

  requiredSendTime(name: string, now: number): Date | undefined {
    if (this.#source[name] == null) return this.problem(name, 'is required')
    return this.sendTime(name, now)
  }

  /** A URL that delivery receipts can go to, in its normal spelling. Whether its address may be called shows when it is. */
  webhookUrl(name: string): string | undefined {
    const text = this.string(name)
    if (text === undefined) return undefined
    if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return this.problem(name, 'must be a URL')
    const url = new URL(text)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return this.problem(name, 'must be an http or https URL')
    if (url.username !== '' || url.password !== '') return this.problem(name, 'must not carry credentials')
    if (url.href.length > MAX_URL_LENGTH) return this.problem(name, `must be at most ${MAX_URL_LENGTH} characters`)
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
