import type { HttpRequest } from '@heliograph/contracts'
import { charsetByLabel, charsetLabelOf, mediaTypeOf } from '@heliograph/messaging'
import type { JsonObject } from '../fields/json.ts'
import {
  assertFew,
  eachPair,
  type PairCharset,
  type PairOptions,
  queryOctets,
  type WantedNames,
} from './parse-pairs.ts'

/** One name, or a name and its aliases in order of precedence. */
export type Names = string | readonly string[]

/** Where a parameter is given. */
export type ParameterPlace = 'query' | 'form'

export interface ParameterOptions {
  /** Whether names match in any letter case. Default true. */
  readonly ignoreCase?: boolean | undefined
  /** Whether a value of only white space counts as none, like an empty one. Default true. */
  readonly blankIsEmpty?: boolean | undefined
  /** Maximum number of parameters in each place, including repeats; more are refused. Default 20,000. */
  readonly limit?: number | undefined
  /**
   * Whether names and values stay octets, one character for each (U+0000 to U+00FF), for interfaces where one parameter
   * gives the charset of another. Default false.
   */
  readonly octets?: boolean | undefined
  /**
   * Reads nothing but these parameters, of at most 16 KiB together, so that a key can be found in a large form before
   * the whole of it is decoded. Default: all.
   */
  readonly named?: readonly string[] | undefined
}

/** Twice the maximum number of recipients, for clients that repeat a parameter for each recipient. */
const DEFAULT_LIMIT = 20_000

/** Finds the first at once, where `trim` walks over all white space of a long value and copies the rest. */
const NOT_BLANK = /\S/

/** No parameter has a longer name. */
const MAX_NAME_LENGTH = 1_000

const NO_VALUES: readonly string[] = []

type Values = ReadonlyMap<string, readonly string[]>

/** Of a place in which nothing was sent: most requests have either a query or a form. */
const NO_PARAMETERS: Values = new Map()

/**
 * The parameters of a request, from its query and from its form.
 *
 * For a name and its aliases, it returns the values of the first name that has one; the query comes before the form. A
 * name whose values in a place are all empty counts as not given there. Values are returned as sent, untrimmed.
 */
export class Parameters {
  /** Undefined: the place is left out. */
  readonly #query: Values | undefined
  readonly #form: Values | undefined
  readonly #ignoreCase: boolean
  readonly #blankIsEmpty: boolean

  private constructor(query: Values | undefined, form: Values | undefined, ignoreCase: boolean, blankIsEmpty: boolean) {
    this.#query = query
    this.#form = form
    this.#ignoreCase = ignoreCase
    this.#blankIsEmpty = blankIsEmpty
  }

  /**
   * Reads the query of a request and, when its Content-Type is `application/x-www-form-urlencoded` or missing, its
   * body. Octets are read as UTF-8 where they are valid UTF-8, otherwise as windows-1252; a body whose charset is
   * windows-1252 is read as that throughout. Throws `invalid`/`too-many-parameters`.
   */
  static of(request: Pick<HttpRequest, 'query' | 'headers' | 'body'>, options: ParameterOptions = {}): Parameters {
    const contentType = request.headers['content-type']
    const charset = charsetByLabel(charsetLabelOf(contentType) ?? '')
    const form = isForm(contentType) ? request.body.toString('latin1') : ''
    return Parameters.#parse(request.query, form, charset, options)
  }

  /** Reads only a query, as `of` does. */
  static ofQuery(query: string, options: ParameterOptions = {}): Parameters {
    return Parameters.#parse(query, '', undefined, options)
  }

  /**
   * Reads a query, and a JSON object instead of a form: texts unchanged, numbers and booleans in JSON's spelling, a
   * list as repeats of its name. Objects and null do not count as values. Throws `invalid`/`too-many-parameters`.
   */
  static ofJson(query: string, body: JsonObject, options: ParameterOptions = {}): Parameters {
    const parameters = Parameters.ofQuery(query, options)
    const form = valuesOfJson(body, options.limit ?? DEFAULT_LIMIT, parameters.#ignoreCase)
    return new Parameters(parameters.#query, form, parameters.#ignoreCase, parameters.#blankIsEmpty)
  }

  static #parse(query: string, form: string, charset: PairCharset, options: ParameterOptions): Parameters {
    const { ignoreCase = true, blankIsEmpty = true, limit = DEFAULT_LIMIT, octets = false, named } = options
    const wanted = named && wantedNames(named, ignoreCase)
    const ofQuery = octets ? 'octets' : undefined
    const ofForm = octets ? 'octets' : charset
    return new Parameters(
      query === '' ? NO_PARAMETERS : valuesOf(queryOctets(query), { charset: ofQuery, limit, wanted }, ignoreCase),
      form === '' ? NO_PARAMETERS : valuesOf(form, { charset: ofForm, limit, wanted }, ignoreCase),
      ignoreCase,
      blankIsEmpty,
    )
  }

  /** The parameters of one place only. */
  only(place: ParameterPlace): Parameters {
    const isQuery = place === 'query'
    const query = isQuery ? this.#query : undefined
    const form = isQuery ? undefined : this.#form
    return new Parameters(query, form, this.#ignoreCase, this.#blankIsEmpty)
  }

  /** The names that are present, even without a value, in the order in which they were sent; the query's first. */
  names(): readonly string[] {
    return [...new Set([...(this.#query?.keys() ?? []), ...(this.#form?.keys() ?? [])])]
  }

  /** True when one of the names has a value. */
  has(names: Names): boolean {
    return this.all(names).length > 0
  }

  /** True when one of the names is present, even without a value: `?WSDL`. */
  isNamed(names: Names): boolean {
    return listOf(names).some((name) => this.#query?.has(this.#fold(name)) || this.#form?.has(this.#fold(name)))
  }

  /** The values in the order in which they were sent, including empty ones; none when all are empty. */
  all(names: Names): readonly string[] {
    if (typeof names === 'string') return this.#valuesOf(names) ?? NO_VALUES
    for (const name of names) {
      const values = this.#valuesOf(name)
      if (values !== undefined) return values
    }
    return NO_VALUES
  }

  #valuesOf(name: string): readonly string[] | undefined {
    const key = this.#fold(name)
    return this.#given(this.#query?.get(key)) ?? this.#given(this.#form?.get(key))
  }

  /** The values joined with commas, like on the servers that old clients were written for. Undefined: there is none. */
  joined(names: Names): string | undefined {
    const values = this.all(names)
    return values.length === 0 ? undefined : values.join(',')
  }

  /** The first value that is not empty. */
  first(names: Names): string | undefined {
    for (const value of this.all(names)) if (!this.#isEmpty(value)) return value
    return undefined
  }

  /** The last value that is not empty. */
  last(names: Names): string | undefined {
    return this.all(names).findLast((value) => !this.#isEmpty(value))
  }

  #given(values: readonly string[] | undefined): readonly string[] | undefined {
    if (values === undefined) return undefined
    for (const value of values) if (!this.#isEmpty(value)) return values
    return undefined
  }

  #isEmpty(value: string): boolean {
    return value === '' || (this.#blankIsEmpty && !NOT_BLANK.test(value))
  }

  #fold(name: string): string {
    return this.#ignoreCase ? name.toLowerCase() : name
  }
}

/**
 * True when a body of this Content-Type is read as a form; also without a Content-Type, since old clients leave it out.
 */
export function isForm(contentType: string | undefined): boolean {
  const mediaType = mediaTypeOf(contentType)
  return mediaType === '' || mediaType === 'application/x-www-form-urlencoded'
}

function wantedNames(names: readonly string[], ignoreCase: boolean): WantedNames {
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name)
  const folded = new Set(names.map(fold))
  return { longest: Math.max(...names.map((name) => Buffer.byteLength(name))), has: (name) => folded.has(fold(name)) }
}

/** The values of each name in a query or a form. */
function valuesOf(octets: string, options: PairOptions, ignoreCase: boolean): Values {
  const values = new Map<string, string[]>()
  eachPair(octets, options, (name, value) => addValue(values, name, value, ignoreCase))
  return values
}

function addValue(values: Map<string, string[]>, name: string, value: string, ignoreCase: boolean): void {
  const key = ignoreCase && name.length <= MAX_NAME_LENGTH ? name.toLowerCase() : name
  const others = values.get(key)
  if (others === undefined) values.set(key, [value])
  else others.push(value)
}

function valuesOfJson(body: JsonObject, limit: number, ignoreCase: boolean): Values {
  const pairs = Object.entries(body).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean')
      .map((item) => [name, String(item)] as const),
  )
  assertFew(pairs.length, limit)
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) addValue(values, name, value, ignoreCase)
  return values
}

function listOf(names: Names): readonly string[] {
  return typeof names === 'string' ? [names] : names
}
