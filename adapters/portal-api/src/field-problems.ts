import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Value } from 'typebox/value'

/** The most fields that an answer names; a request with more wrong ones is not looked at any further. */
export const MOST_PROBLEMS = 20

/** What is wrong with the fields of a request, by their paths: `columns.mobile`, `rows.3.0`. */
export class FieldProblems {
  readonly #problems = new Map<string, string>()
  #isMore = false

  get size(): number {
    return this.#problems.size
  }

  /** True when there are more problems than are kept. */
  get isMore(): boolean {
    return this.#isMore
  }

  /** Keeps the first problem of each field, up to the limit. False: looking for more is useless. */
  add(path: string, problem: string): boolean {
    const field = path === '' ? 'body' : path
    if (!this.#problems.has(field)) {
      if (this.#problems.size === MOST_PROBLEMS) this.#isMore = true
      else this.#problems.set(field, problem)
    }
    return !this.#isMore
  }

  toObject(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#problems)
  }
}

/** The parts of JSON Schema by which values are taken apart; everything else is left to the library. */
interface Shape {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly patternProperties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: TSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly anyOf?: readonly TSchema[]
}

/** Under which the library keeps the schema of the values of a record. */
const ANY_NAME = '^.*$'

/**
 * Finds what a schema has against a value. The library enumerates all faults of a value before it returns the first; it
 * gets to see single fields here, and lists and objects are walked only until there are enough problems. So the work is
 * bounded by what the schema permits, not by what was sent.
 */
export function findProblems(schema: TSchema, value: unknown, problems: FieldProblems): void {
  walk(schema, value, '', problems)
}

/** Finds what the library has against a value as a whole, of which `findProblems` found nothing wrong. */
export function findMismatch(schema: TSchema, value: unknown, problems: FieldProblems): void {
  isRight(schema, value, '', problems)
}

/** False: there are enough problems. */
function walk(schema: TSchema, value: unknown, path: string, problems: FieldProblems): boolean {
  const shape: Shape = schema
  if (shape.type === 'object' && isObject(value)) return walkObject(shape, value, path, problems)
  if (shape.type === 'array' && Array.isArray(value)) return walkList(shape, value, path, problems)
  const inner = value === null ? undefined : onlySchema(shape)
  return inner === undefined ? isRight(schema, value, path, problems) : walk(inner, value, path, problems)
}

/** The schema of what may also be null. */
function onlySchema({ anyOf = [] }: Shape): TSchema | undefined {
  const [first, ...others] = anyOf.filter((each) => (each as Shape).type !== 'null')
  return others.length === 0 ? first : undefined
}

function walkObject(
  { properties = {}, patternProperties = {}, required = [], additionalProperties }: Shape,
  value: Readonly<Record<string, unknown>>,
  path: string,
  problems: FieldProblems,
): boolean {
  for (const name of required)
    if (!Object.hasOwn(value, name) && !problems.add(pathOf(path, name), 'is missing')) return false
  for (const name in value) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : patternProperties[ANY_NAME]
    if (schema !== undefined) {
      if (!walk(schema, value[name], pathOf(path, name), problems)) return false
    } else if (additionalProperties === false && !problems.add(pathOf(path, name), 'is not known')) return false
  }
  return true
}

function walkList(
  { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Shape,
  value: readonly unknown[],
  path: string,
  problems: FieldProblems,
): boolean {
  if (value.length < minItems) return problems.add(path, `must not have fewer than ${minItems} items`)
  if (value.length > maxItems) return problems.add(path, `must not have more than ${maxItems} items`)
  return items === undefined || value.every((item, index) => walk(items, item, pathOf(path, index), problems))
}

function isRight(schema: TSchema, value: unknown, path: string, problems: FieldProblems): boolean {
  if (validatorOf(schema).Check(value)) return true
  for (const { instancePath, message } of Value.Errors(schema, value)) {
    const inside = instancePath.slice(1).replaceAll('/', '.')
    if (!problems.add(inside === '' ? path : pathOf(path, inside), message)) return false
  }
  return true
}

const validators = new WeakMap<TSchema, Validator>()

function validatorOf(schema: TSchema): Validator {
  let validator = validators.get(schema)
  if (validator === undefined) {
    validator = Compile(schema)
    validators.set(schema, validator)
  }
  return validator
}

function pathOf(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
