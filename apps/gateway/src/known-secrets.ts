import { createSecretValues } from '@heliograph/config'
import { createRedactor } from '@heliograph/runtime'

/** Every secret that this process has read so far. One set for all of it: an error is told where nobody knows any more which configuration it came from. */
export const knownSecrets = createSecretValues()

const redactor = createRedactor(() => knownSecrets.list())

/** A text, or the texts in a value, without secrets. */
export function withoutSecrets<T>(value: T): T {
  return clean(value) as T
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return redactor.text(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clean(item)]))
}
