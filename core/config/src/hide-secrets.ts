import type { TSchema } from 'typebox'
import { kindOf, recordValue, type SchemaView, viewOf } from './schema-view.ts'

/** Shown instead of a secret. */
const HIDDEN = '[redacted]'

/**
 * Returns a configuration that may be shown: every value whose schema is `secret` is replaced by `[redacted]`, which
 * still shows that a value is set.
 */
export function hideSecrets(schema: TSchema, value: unknown): unknown {
  return hide(viewOf(schema), value)
}

function hide(schema: SchemaView, value: unknown): unknown {
  if (value === undefined || value === null) return value
  if (schema.secret) return HIDDEN
  switch (kindOf(schema)) {
    case 'object':
      return mapValues(value, (name, item) => hide(schema.properties?.[name] ?? {}, item))
    case 'record':
      return mapValues(value, (_, item) => hide(recordValue(schema) ?? {}, item))
    case 'list':
      return Array.isArray(value) ? value.map((item) => hide(schema.items ?? {}, item)) : value
    case 'union':
      // Hides what is secret in any of the forms, whichever of them the value has.
      return (schema.anyOf ?? []).reduce<unknown>((shown, branch) => hide(branch, shown), value)
    default:
      return value
  }
}

function mapValues(value: unknown, map: (name: string, item: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(name, item)]))
}
