import type { HttpRequest, HttpResponse, RequestError, RequestTexts } from '@heliograph/contracts'
import { createRedactor } from '../logging/redact.ts'

/** Octets of each text that are kept. */
const MOST_OCTETS = { path: 200, query: 2_048, body: 4_096, answer: 2_048 } as const

const BLANKED = '[redacted]'
const NOT_SHOWN = '[not shown: no UTF-8 text]'

/** Names of fields and elements with secrets, in any case: keys, passwords, tokens, second factors. */
const SECRET_NAME =
  '(?:[a-z]+[-_]?)?(?:api[-_]?key|key|password|passwd|pwd|passphrase|pass|secret|token|authorization|otp|totp|second[-_]?factor)'

const ELEMENT = new RegExp(`(<(?:[\\w.-]+:)?${SECRET_NAME}(?:\\s[^<>]*)?>)[^<]*`, 'gi')
/** Text or a number; a text may have been cut. */
const PROPERTY = new RegExp(`("${SECRET_NAME}"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)|-?\\d[\\d.]*)`, 'gis')
const PARAMETER = new RegExp(`^${SECRET_NAME}$`, 'i')
/** A code of a second factor, or one to log in by; other things are called a code as well. */
const CODE = /("code"\s*:\s*)"?\d{4,10}"?|((?:^|[&?])code=)\d{4,10}(?=&|$)/gi

const redactor = createRedactor(() => [])

const NO_BODY = Buffer.alloc(0)

/** A copy of what a request says, taken while it is there, so that the rest of it is not held on to. */
export interface KeptRequest {
  readonly path: string
  readonly query: string
  readonly body: Buffer
  readonly answer: string | null
  /** The key or password that it came with. */
  readonly credential: string | undefined
}

/** What is kept of a request; `response`: absent for one that was accepted. */
export function keepRequest(
  { path, query, body }: HttpRequest,
  response: HttpResponse | undefined,
  credential: string | undefined,
): KeptRequest {
  return {
    path: path.slice(0, MOST_OCTETS.path),
    query: query.slice(0, MOST_OCTETS.query),
    body: Buffer.from(body.subarray(0, MOST_OCTETS.body)),
    answer: response === undefined ? null : answerOf(response),
    credential,
  }
}

function answerOf({ body }: HttpResponse): string | null {
  if (body === undefined) return null
  const text = typeof body === 'string' ? body : Buffer.from(body.subarray(0, MOST_OCTETS.answer)).toString()
  return text.slice(0, MOST_OCTETS.answer)
}

/** The same of a request that may have secrets anywhere but in its path. */
export function keepPath({ path }: HttpRequest, credential: string | undefined): KeptRequest {
  return { path: path.slice(0, MOST_OCTETS.path), query: '', body: NO_BODY, answer: null, credential }
}

/** The texts of a request, and of its error, without secrets: by the names they are given, by looks, and by value. */
export function textsOf(
  { path, query, body, answer, credential }: KeptRequest,
  error: RequestError | null,
): RequestTexts & { readonly path: string; readonly error: RequestError | null } {
  const forms = formsOf(credential)
  const blank = (text: string) => blankText(text, forms)
  return {
    path: blank(path),
    query: blank(query),
    body: body.length === 0 ? null : blank(readBody(body)),
    answer: answer === null ? null : blank(answer),
    error: error && {
      ...error,
      message: blank(error.message),
      fields: Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [blank(name), blank(text)])),
    },
  }
}

/** Other encodings would hide secrets from what looks for them. */
function readBody(body: Buffer): string {
  return body.includes(0) ? NOT_SHOWN : body.toString()
}

/** Blanks the secrets of one text. `forms`: what never stays, however it got there. */
export function blankText(text: string, forms: readonly string[]): string {
  let clean = text
  for (const form of forms) if (clean.includes(form)) clean = clean.replaceAll(form, BLANKED)
  if (clean.includes('=')) clean = blankParameters(clean, forms)
  if (clean.includes('<')) clean = withoutSections(clean).replace(ELEMENT, `$1${BLANKED}`)
  if (clean.includes('"')) clean = clean.replace(PROPERTY, `$1"${BLANKED}"`)
  return redactor.text(clean.replace(CODE, (_, property, parameter) => `${property ?? parameter}${BLANKED}`))
}

/** Parameters whose names are encoded, or whose values are the credential in another encoding. */
function blankParameters(text: string, forms: readonly string[]): string {
  const blank = (part: string) => {
    const equals = part.indexOf('=')
    if (equals < 1) return part
    const [name, value] = [part.slice(0, equals), decoded(part.slice(equals + 1))]
    const isSecret = PARAMETER.test(decoded(name)) || (value !== '' && forms.includes(value))
    return isSecret ? `${name}=${BLANKED}` : part
  }
  // With what is between them.
  return text
    .split(/([&?\s])/)
    .map(blank)
    .join('')
}

/** CDATA sections of XML as ordinary text. */
function withoutSections(text: string): string {
  const [first = '', ...sections] = text.split('<![CDATA[')
  const ordinary = sections.map((section) => {
    const end = section.indexOf(']]>')
    const inside = end < 0 ? section : section.slice(0, end)
    return inside.replaceAll('<', '&lt;') + (end < 0 ? '' : section.slice(end + ']]>'.length))
  })
  return first + ordinary.join('')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** A credential as it may stand in a query, in JSON and in XML. One of a few characters would be found everywhere. */
export function formsOf(credential: string | undefined): readonly string[] {
  if (credential === undefined || credential.length < 6) return []
  const xml = credential.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quoted = xml.replaceAll('"', '&quot;').replaceAll("'", '&apos;')
  const json = JSON.stringify(credential).slice(1, -1)
  return [...new Set([credential, encodeURIComponent(credential), json, xml, quoted])]
}
