/** Shorter values would blot out ordinary words in the log. */
const MINIMUM_LENGTH = 4

/**
 * The values of all secrets that the configuration has handed out. The logger asks for them, so that a secret stays out
 * of the log whatever field or text it turns up in. The set grows, because a module's configuration is read after the
 * logger is made.
 */
export interface SecretValues {
  /**
   * Also keeps the forms in which others may show the value: URL-escaped and, when it is a URL itself, the password in
   * it.
   */
  add(value: string): void
  /**
   * Current values, the longest first: where one secret begins another, replacing the shorter one first would leave the
   * rest of the longer one.
   */
  list(): readonly string[]
}

/** An empty set. Values shorter than four characters are not kept. */
export function createSecretValues(): SecretValues {
  const values = new Set<string>()
  let sorted: readonly string[] = []
  return {
    add(value) {
      if (values.has(value)) return
      for (const form of formsOf(value)) if (form.length >= MINIMUM_LENGTH) values.add(form)
      sorted = [...values].sort((a, b) => b.length - a.length)
    },
    list: () => sorted,
  }
}

/** Everything after the user name up to the last `@`, because a password that was not escaped may contain an `@`. */
const URL_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^:/@\s]*:(.+)@/i

function formsOf(value: string): readonly string[] {
  const password = URL_PASSWORD.exec(value)?.[1]
  return [value, ...(password === undefined ? [] : [password])].flatMap((form) => [form, ...escapedForms(form)])
}

function escapedForms(value: string): readonly string[] {
  try {
    return [encodeURIComponent(value), decodeURIComponent(value)]
  } catch {
    // Not a valid escape, or half a character.
    return []
  }
}
