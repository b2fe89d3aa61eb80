/** A route's path, split into segments. `undefined` stands for a name; `names` holds the names in the same order. */
export interface RoutePattern {
  readonly segments: readonly (string | undefined)[]
  readonly names: readonly string[]
  /** The path ends in `/*`. */
  readonly isWildcard: boolean
}

const NAME = /^:[A-Za-z_][A-Za-z0-9_]*$/
const LITERAL = /^[^:*?#\s]+$/

/** Throws an `Error` that says what is wrong with the path. */
export function parseRoutePattern(path: string, ignoreCase: boolean): RoutePattern {
  if (!path.startsWith('/')) throw new Error('must begin with /')
  const parts = splitPath(path)
  const isWildcard = parts.at(-1) === '*'
  const names: string[] = []
  const segments = (isWildcard ? parts.slice(0, -1) : parts).map((part) => {
    if (LITERAL.test(part)) return ignoreCase ? part.toLowerCase() : part
    if (!NAME.test(part)) throw new Error(`'${part}' is neither literal text, nor :name, nor a final *`)
    names.push(part.slice(1))
    return undefined
  })
  if (new Set(names).size < names.length) throw new Error('has the same :name twice')
  return { segments, names, isWildcard }
}

/** The segments of a path; a trailing slash adds none. */
export function splitPath(path: string): string[] {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length
  return end <= 1 ? [] : path.slice(1, end).split('/')
}

/** Two patterns with the same shape match the same paths. */
export function shapeOf(pattern: RoutePattern): string {
  return `/${pattern.segments.map((segment) => segment ?? ':').join('/')}${pattern.isWildcard ? '/*' : ''}`
}

/**
 * Sorts the pattern that must be tried first to the front: more segments before the wildcard, then literal text earlier
 * in the path.
 */
export function compareSpecificity(a: RoutePattern, b: RoutePattern): number {
  if (a.segments.length !== b.segments.length) return b.segments.length - a.segments.length
  for (let index = 0; index < a.segments.length; index++) {
    const difference = Number(a.segments[index] === undefined) - Number(b.segments[index] === undefined)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * The raw values of the pattern's names and of its `*` (last), or undefined when the path does not match. `folded`
 * holds the segments to compare, in lower case for a pattern that ignores case.
 */
export function matchPattern(
  pattern: RoutePattern,
  segments: readonly string[],
  folded: readonly string[],
): readonly string[] | undefined {
  const wanted = pattern.segments
  if (pattern.isWildcard ? segments.length < wanted.length : segments.length !== wanted.length) return undefined
  const values: string[] = []
  for (let index = 0; index < wanted.length; index++) {
    const literal = wanted[index]
    if (literal !== undefined) {
      if (literal !== folded[index]) return undefined
    } else if (segments[index] === '') {
      return undefined
    } else {
      values.push(segments[index] as string)
    }
  }
  if (pattern.isWildcard) values.push(segments.slice(wanted.length).join('/'))
  return values
}
