const REDACTED = '[redacted]'

/** How deep fields are followed. Anything deeper is not written. */
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

/**
 * Parameters of URLs, forms and connection strings with names of this kind, anywhere in a text. The value may be
 * quoted.
 */
const SECRET_PARAMETER =
  /([?&;,\s"'({[]|^)((?:api[-_]?|x-api-|security[-_]?|access[-_]?|master[-_]?|private[-_]?|client[-_]?)?(?:key|token|password|passwd|pwd|passphrase|secret))=("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^&\s"'#;]+)/gi

/** `"password": "abc"`, as in JSON, escaped once more or not. */
const SECRET_PROPERTY =
  /(\\?"(?:api[-_]?key|password|passwd|passphrase|(?:client|access|security|master|private)[-_]?(?:key|secret|token)|secret|token)\\?"\s*:\s*)\\?"(?:[^"\\]|\\[^"])*\\?"/gi

/** `user:password@` of a URL. A password that was not escaped may contain anything but a space, a quote and a slash. */
const URL_PASSWORD = /(:\/\/[^\s:/?#@]*):[^\s"'<>/]+@/g

/** `Bearer abc`, `Basic abc` and `App abc`, as in headers. */
const AUTHORIZATION = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}|\b(App)\s+[A-Za-z0-9._~+/=-]{16,}/g

const API_KEY_LENGTH = 40

/** The form of our API keys, because clients put them where other things belong, as system ids for example. */
const API_KEY = /(?<![A-Za-z0-9])(?=[A-Z0-9]*[a-z])(?=[a-z0-9]*[A-Z])(?=[A-Za-z]*[0-9])[A-Za-z0-9]{40}(?![A-Za-z0-9])/g

/** The form of our access tokens. */
const ACCESS_TOKEN = /\bat1_[\w-]{80}/g

/** Removes secrets from the fields of a log line: by the name of the field, and by value in every text. */
export interface Redactor {
  /** A copy without secrets; the fields themselves are not touched. */
  fields(fields: object): Record<string, unknown>
  text(text: string): string
}

/** `secretValues` returns the values that must never be written, no matter how they got into a text. */
export function createRedactor(secretValues: () => readonly string[]): Redactor {
  const text = (value: string): string => {
    let clean = value
    for (const secret of secretValues()) {
      if (clean.includes(secret)) clean = clean.replaceAll(secret, REDACTED)
    }
    if (clean.includes('=')) clean = clean.replace(SECRET_PARAMETER, `$1$2=${REDACTED}`)
    if (clean.includes('":') || clean.includes('" :')) clean = clean.replace(SECRET_PROPERTY, `$1"${REDACTED}"`)
    if (clean.includes('://')) clean = clean.replace(URL_PASSWORD, `$1:${REDACTED}@`)
    if (clean.length >= API_KEY_LENGTH) clean = clean.replace(API_KEY, REDACTED)
    if (clean.includes('at1_')) clean = clean.replace(ACCESS_TOKEN, REDACTED)
    return clean.replace(AUTHORIZATION, (_, scheme, own) => `${scheme ?? own} ${REDACTED}`)
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

/**
 * The useful parts of an error: its kind, its text, its codes, where it was thrown and what caused it. Libraries hang
 * whole clients, requests and statements' parameters on errors; those are not written.
 */
function errorFields(error: Error): Record<string, unknown> {
  const { name: type, message, stack, cause } = error
  const codes = Object.entries(error).filter(([, value]) => typeof value !== 'object' && typeof value !== 'function')
  const errors = error instanceof AggregateError ? error.errors : undefined
  return { ...Object.fromEntries(codes), type, message, stack, cause, errors }
}
