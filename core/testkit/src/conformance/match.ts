import { inspect, isDeepStrictEqual } from 'node:util'

/**
 * What a value has to look like. Objects name only the fields that matter (`undefined`: must be absent), arrays must
 * have the same length, a regular expression must match a string, a function decides, anything else must be equal.
 * @stability stable
 */
export type Pattern = unknown

/** Describes where `actual` differs from `pattern`, for people; undefined when it matches. @stability stable */
export function difference(actual: unknown, pattern: Pattern, path = ''): string | undefined {
  if (pattern instanceof RegExp) return matchText(actual, pattern, path)
  if (typeof pattern === 'function')
    return pattern(actual) === true ? undefined : refusal(path, actual, 'the condition')
  if (Array.isArray(pattern)) return matchArray(actual, pattern, path)
  if (isPlain(pattern)) return matchObject(actual, pattern, path)
  return isDeepStrictEqual(actual, pattern) ? undefined : refusal(path, actual, show(pattern))
}

function matchText(actual: unknown, pattern: RegExp, path: string): string | undefined {
  return typeof actual === 'string' && actual.search(pattern) >= 0 ? undefined : refusal(path, actual, String(pattern))
}

function matchArray(actual: unknown, pattern: readonly Pattern[], path: string): string | undefined {
  if (!Array.isArray(actual)) return refusal(path, actual, show(pattern))
  if (actual.length !== pattern.length) {
    return refusal(path, actual, `${pattern.length} ${pattern.length === 1 ? 'element' : 'elements'}`)
  }
  return firstOf(pattern.map((each, index) => () => difference(actual[index], each, `${path}[${index}]`)))
}

function matchObject(actual: unknown, pattern: Readonly<Record<string, Pattern>>, path: string): string | undefined {
  if (typeof actual !== 'object' || actual === null) return refusal(path, actual, show(pattern))
  const fields = actual as Readonly<Record<string, unknown>>
  return firstOf(
    Object.entries(pattern).map(
      ([name, each]) =>
        () =>
          difference(fields[name], each, path ? `${path}.${name}` : name),
    ),
  )
}

function firstOf(attempts: readonly (() => string | undefined)[]): string | undefined {
  for (const attempt of attempts) {
    const found = attempt()
    if (found) return found
  }
  return undefined
}

function isPlain(value: unknown): value is Readonly<Record<string, Pattern>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function refusal(path: string, actual: unknown, expected: string): string {
  return `${path || 'the value'} should be ${expected} but is ${show(actual)}`
}

/** Short enough to read in a test report. */
export function show(value: unknown): string {
  return inspect(value, { depth: 4, breakLength: 120, maxStringLength: 500, maxArrayLength: 20 })
}
