const REDACTED = '[redacted]'

/** How deep fields are followed. What lies deeper is not written. */
const MAXIMUM_DEPTH = 6

/** Names of fields that hold secrets, lower case, without hyphens and underscores. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'xapikey',
  'apikey',
  'key',
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'pass',
  'secret',
  'clientsecret',
  'securitykey',
  'masterkey',
  'privatekey',
  'token',
  'accesstoken',
  'credential',
  'credentials',
])

/** Parameters of URLs and forms by the same kind of names, wherever they stand in a text. */
const SECRET_PARAMETER =
  /([?&;\s"']|^)((?:api[-_]?|x-api-|security[-_]?|access[-_]?)?(?:key|token|password|passwd|pwd|secret))=[^&\s"'#;]+/gi

/** `user:password@` of a URL. */
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/?#@]*):[^\s/?#@]+@/gi

/** `Bearer abc` and `Basic abc`, as headers hold them. */
const AUTHORIZATION = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/g

/** Takes secrets out of the fields of a log line: by the name of the field, and by value in every text. */
export interface Redactor {
  /** A copy without secrets; the fields themselves are not touched. */
  fields(fields: object): Record<string, unknown>
  text(text: string): string
}

/** `secretValues` gives the values that must never be written, however they came into a text. */
export function createRedactor(secretValues: () => readonly string[]): Redactor {
  const text = (value: string): string => {
    let clean = value
    for (const secret of secretValues()) {
      if (clean.includes(secret)) clean = clean.replaceAll(secret, REDACTED)
    }
    if (clean.includes('=')) clean = clean.replace(SECRET_PARAMETER, `$1$2=${REDACTED}`)
    if (clean.includes('://')) clean = clean.replace(URL_PASSWORD, `$1:${REDACTED}@`)
    return clean.replace(AUTHORIZATION, `$1 ${REDACTED}`)
  }
  return { text, fields: (fields) => redactObject(fields instanceof Error ? { err: fields } : fields, text, 0) }
}

function redactObject(fields: object, text: (value: string) => string, depth: number): Record<string, unknown> {
  const clean: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const secret = SECRET_NAMES.has(name.toLowerCase().replaceAll(/[-_]/g, ''))
    clean[name] = secret && value !== undefined && value !== null ? REDACTED : redactValue(value, text, depth + 1)
  }
  return clean
}

function redactValue(value: unknown, text: (value: string) => string, depth: number): unknown {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAXIMUM_DEPTH) return '[...]'
  if (value instanceof Error) return redactObject(errorFields(value), text, depth)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, text, depth + 1))
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} octets]`
  if (value instanceof URL) return text(value.href)
  if (value instanceof Map || value instanceof Set) return redactValue([...value], text, depth)
  return redactObject(value, text, depth)
}

/** What is worth knowing of an error: its kind, its text, its codes, where it arose and what caused it. */
function errorFields(error: Error): Record<string, unknown> {
  return { ...error, type: error.name, message: error.message, stack: error.stack, cause: error.cause }
}
