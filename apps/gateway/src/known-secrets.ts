import { createSecretValues } from '@heliograph/config'
import { createRedactor } from '@heliograph/runtime'

/**
 * Every secret that this process has read so far. One set for the whole process, because errors are reported where it
 * is no longer known which configuration they came from.
 */
export const knownSecrets = createSecretValues()

const redactor = createRedactor(() => knownSecrets.list())

/** Returns a text, or a value with its texts, without secrets. */
export function withoutSecrets<T>(value: T): T {
  return clean(value) as T
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return redactor.text(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clean(item)]))
}
