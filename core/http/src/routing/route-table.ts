import { type CompiledRoute, createRouteGroup, METHODS, type RouteGroup } from './route-group.ts'
import type { RouterMount } from './route-match.ts'
import { compareSpecificity, matchPattern, parseRoutePattern, shapeOf, splitPath } from './route-pattern.ts'

/** A path's routes and the raw values of the path's names. */
export interface FoundGroup {
  readonly group: RouteGroup
  readonly values: readonly string[]
}

const NO_VALUES: readonly string[] = []

/**
 * The routes of all instances. A literal path as declared, with or without trailing slash, costs one `Map` access;
 * letters in another case, names and wildcards cost more.
 */
export class RouteTable {
  readonly #literals = new Map<string, FoundGroup>()
  readonly #foldedLiterals = new Map<string, FoundGroup>()
  readonly #named = new Map<number, RouteGroup[]>()
  readonly #wildcards: RouteGroup[] = []

  /** Throws an `Error` that names the instances for a malformed or duplicate route. */
  constructor(mounts: readonly RouterMount[]) {
    for (const group of groupRoutes(mounts.flatMap(compileRoutes))) this.#add(group)
    for (const groups of this.#named.values()) sortGroups(groups)
    sortGroups(this.#wildcards)
  }

  #add(group: RouteGroup): void {
    const { pattern, ignoreCase } = group
    if (pattern.isWildcard) {
      this.#wildcards.push(group)
    } else if (pattern.names.length > 0) {
      const groups = this.#named.get(pattern.segments.length)
      if (groups === undefined) this.#named.set(pattern.segments.length, [group])
      else groups.push(group)
    } else {
      const literals = ignoreCase ? this.#foldedLiterals : this.#literals
      const found = { group, values: NO_VALUES }
      literals.set(shapeOf(pattern), found)
      if (pattern.segments.length > 0) literals.set(`${shapeOf(pattern)}/`, found)
    }
  }

  find(path: string): FoundGroup | undefined {
    return this.#literals.get(path) ?? this.#findFurther(path)
  }

  #findFurther(path: string): FoundGroup | undefined {
    const lowerCase = path.toLowerCase()
    const literal = this.#foldedLiterals.get(lowerCase)
    if (literal !== undefined || !path.startsWith('/')) return literal
    const segments = splitPath(path)
    return (
      firstMatch(this.#named.get(segments.length) ?? [], segments, lowerCase) ??
      firstMatch(this.#wildcards, segments, lowerCase)
    )
  }
}

function firstMatch(groups: readonly RouteGroup[], segments: string[], lowerCase: string): FoundGroup | undefined {
  let folded: string[] | undefined
  for (const group of groups) {
    if (group.ignoreCase) folded ??= splitPath(lowerCase)
    const values = matchPattern(group.pattern, segments, group.ignoreCase ? (folded as string[]) : segments)
    if (values !== undefined) return { group, values }
  }
  return undefined
}

function sortGroups(groups: RouteGroup[]): void {
  groups.sort((a, b) => compareSpecificity(a.pattern, b.pattern) || Number(a.ignoreCase) - Number(b.ignoreCase))
}

function compileRoutes(mount: RouterMount): CompiledRoute[] {
  return mount.routes.map((spec) => {
    try {
      if (spec.method !== 'ANY' && !METHODS.includes(spec.method)) throw new Error('has an unknown method')
      const limit = spec.bodyLimit ?? 0
      if (!Number.isSafeInteger(limit) || limit < 0)
        throw new Error('needs a bodyLimit that is a whole number of octets')
      return { mount, spec, pattern: parseRoutePattern(spec.path, spec.ignoreCase === true) }
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`Route ${spec.method} ${spec.path} of instance '${mount.instanceId}' ${reason}`, { cause })
    }
  })
}

/**
 * One group for each shape and case rule. A case-sensitive group also takes the methods of the case-insensitive group
 * for the same path.
 */
function groupRoutes(routes: readonly CompiledRoute[]): RouteGroup[] {
  refuseDuplicates(routes)
  const shapes = new Map<string, CompiledRoute[]>()
  for (const route of routes) {
    const key = groupKey(route, route.spec.ignoreCase === true)
    const group = shapes.get(key)
    if (group === undefined) shapes.set(key, [route])
    else group.push(route)
  }
  return Array.from(shapes.values(), (group) => {
    const first = group[0] as CompiledRoute
    const ignoreCase = first.spec.ignoreCase === true
    const others = ignoreCase ? [] : (shapes.get(groupKey(first, true)) ?? [])
    return createRouteGroup(first.pattern, ignoreCase, [...group, ...others])
  })
}

function groupKey(route: CompiledRoute, ignoreCase: boolean): string {
  const shape = shapeOf(route.pattern)
  return ignoreCase ? `any-case ${shape.toLowerCase()}` : `this-case ${shape}`
}

function refuseDuplicates(routes: readonly CompiledRoute[]): void {
  const seen = new Map<string, CompiledRoute[]>()
  for (const route of routes) {
    const key = `${route.spec.method} ${shapeOf(route.pattern).toLowerCase()}`
    const others = seen.get(key) ?? []
    const twin = others.find((other) => overlaps(other, route))
    if (twin !== undefined) {
      const { method, path } = route.spec
      throw new Error(
        `Route ${method} ${path} of instance '${route.mount.instanceId}' is already taken by instance ` +
          `'${twin.mount.instanceId}' (${twin.spec.method} ${twin.spec.path}); give one of them another path or listener`,
      )
    }
    seen.set(key, [...others, route])
  }
}

function overlaps(a: CompiledRoute, b: CompiledRoute): boolean {
  return a.spec.ignoreCase === true || b.spec.ignoreCase === true || shapeOf(a.pattern) === shapeOf(b.pattern)
}
