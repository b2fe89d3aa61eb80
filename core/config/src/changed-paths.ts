import { isDeepStrictEqual } from 'node:util'
import { type ConfigPath, formatPath } from './path.ts'

/**
 * The paths at which two configurations differ: in mappings those of their keys; a list, and what only one of them has,
 * differs as a whole.
 */
export function changedPaths(before: unknown, after: unknown, path: ConfigPath = []): readonly string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isMapping(before) || !isMapping(after)) return [formatPath(path)]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => changedPaths(before[key], after[key], [...path, key]))
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
