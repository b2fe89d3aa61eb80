/** Shorter values would blot out ordinary words of the log. */
const MINIMUM_LENGTH = 4

/**
 * The values of all secrets the configuration has handed out. The logger asks for them, so that a secret stays out of the log in whatever field or
 * text it turns up; a module's configuration is read later than the logger is made, hence a set that grows.
 */
export interface SecretValues {
  add(value: string): void
  /** Current values, the longest first so that no secret leaves its tail behind when another is its beginning. */
  list(): readonly string[]
}

/** An empty set. Values shorter than four characters are not kept. */
export function createSecretValues(): SecretValues {
  const values = new Set<string>()
  let sorted: readonly string[] = []
  return {
    add(value) {
      if (value.length < MINIMUM_LENGTH || values.has(value)) return
      values.add(value)
      sorted = [...values].sort((a, b) => b.length - a.length)
    },
    list: () => sorted,
  }
}
