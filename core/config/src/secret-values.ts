/** Shorter values would blot out ordinary words of the log. */
const MINIMUM_LENGTH = 4

/**
 * The values of all secrets the configuration has handed out. The logger asks for them, so that a secret stays out of the log in whatever field or
 * text it turns up; a module's configuration is read later than the logger is made, hence a set that grows.
 */
export interface SecretValues {
  /** Also keeps the forms in which others may show it: escaped as in a URL and, when it is a URL itself, the password in it. */
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
      if (values.has(value)) return
      for (const form of formsOf(value)) if (form.length >= MINIMUM_LENGTH) values.add(form)
      sorted = [...values].sort((a, b) => b.length - a.length)
    },
    list: () => sorted,
  }
}

/** Everything after the user and up to the last `@`: a password that should have been escaped may hold one itself. */
const URL_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^:/@\s]*:(.+)@/i

function formsOf(value: string): readonly string[] {
  const password = URL_PASSWORD.exec(value)?.[1]
  return [value, ...(password === undefined ? [] : [password])].flatMap((form) => [form, ...escapedForms(form)])
}

function escapedForms(value: string): readonly string[] {
  try {
    return [encodeURIComponent(value), decodeURIComponent(value)]
  } catch {
    // No escapes, or half a character.
    return []
  }
}
