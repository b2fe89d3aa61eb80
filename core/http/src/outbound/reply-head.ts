import { FIELD_NAME, hasConnectionOption } from '../requests/field-syntax.ts'

/** A reply that breaks the rules of HTTP/1.1; `message` says which. */
export class MalformedReply extends Error {
  override readonly name = 'MalformedReply'
  readonly code = 'MALFORMED_REPLY'
}

/** The head of a reply, and what it says about the body and the connection. */
export interface ReplyHead {
  readonly status: number
  /** Names in lower case; the values of a repeated name are joined with commas. */
  readonly headers: Readonly<Record<string, string>>
  /** What ends the body: its length, the last chunk, or the end of the connection. */
  readonly framing: 'length' | 'chunked' | 'close'
  /** Octets of the body when `framing` is `length`. */
  readonly length: number
  /** Whether the server keeps the connection for another request. */
  readonly isKept: boolean
  /** How long the server says it keeps it. */
  readonly keepAliveMs: number | undefined
}

/** Anything but the octets of a field (RFC 9110 section 5.5) and whole line ends. */
const FORBIDDEN = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?!\n)|(?<!\r)\n/
const STATUS_LINE = /^HTTP\/1\.[01] [1-9][0-9][0-9](?: |$)/
/** More octets than a number holds exactly are no length. */
const LENGTH = /^[0-9]{1,15}$/
const KEEP_ALIVE_TIMEOUT = /(?:^|[,;\s])timeout\s*=\s*"?([0-9]{1,9})/i

/**
 * Reads a head without the empty line at its end, strictly (RFC 9112): another party on the way that reads a doubtful
 * head otherwise would see another reply. Throws a `MalformedReply`.
 *
 * @param isHead whether it answers a HEAD request, and so has no body
 */
export function parseReplyHead(text: string, isHead: boolean): ReplyHead {
  if (FORBIDDEN.test(text)) throw new MalformedReply('a control character in the head')
  const lineEnd = text.indexOf('\r\n')
  const statusLine = lineEnd < 0 ? text : text.slice(0, lineEnd)
  if (!STATUS_LINE.test(statusLine)) throw new MalformedReply('no status line of HTTP/1.1 or HTTP/1.0')
  const isHttp10 = statusLine.charCodeAt(7) === 0x30
  const status = Number(statusLine.slice(9, 12))
  const headers = lineEnd < 0 ? {} : parseFields(text, lineEnd + 2)
  const coding = own(headers, 'transfer-encoding')
  const length = contentLength(own(headers, 'content-length'))
  if (coding !== undefined) checkCoding(coding, isHttp10 || length !== undefined)
  const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304
  const keepAlive = own(headers, 'keep-alive')
  return {
    status,
    headers,
    framing: !hasBody ? 'length' : coding !== undefined ? 'chunked' : length === undefined ? 'close' : 'length',
    length: hasBody ? (length ?? 0) : 0,
    isKept: isKept(own(headers, 'connection'), isHttp10),
    keepAliveMs: keepAlive === undefined ? undefined : keepAliveMs(keepAlive),
  }
}

/** A value that the reply has; objects have a `constructor` without it. */
function own(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(headers, name) ? headers[name] : undefined
}

function parseFields(text: string, start: number): Record<string, string> {
  const headers: Record<string, string> = {}
  let from = start
  while (from < text.length) {
    const found = text.indexOf('\r\n', from)
    const end = found < 0 ? text.length : found
    const colon = text.indexOf(':', from)
    // A line that is folded, or has a space before its colon, has no token there either.
    const name = colon < 0 || colon > end ? '' : text.slice(from, colon)
    if (!FIELD_NAME.test(name)) throw new MalformedReply('a header line without a valid name')
    addField(headers, name.toLowerCase(), trimmed(text, colon + 1, end))
    from = end + 2
  }
  return headers
}

function addField(headers: Record<string, string>, name: string, value: string): void {
  headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value
}

/** `trim` would also take octets over 0x7f. */
function trimmed(text: string, start: number, end: number): string {
  let from = start
  let to = end
  while (from < to && isBlank(text.charCodeAt(from))) from += 1
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1
  return text.slice(from, to)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** The same length several times is one length. */
function contentLength(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const first = value.includes(',') ? sameOf(value) : value
  if (!LENGTH.test(first)) throw new MalformedReply('a Content-Length that is no number')
  return Number(first)
}

function sameOf(value: string): string {
  const [first = '', ...others] = value.split(',').map((part) => trimmed(part, 0, part.length))
  if (others.some((other) => other !== first)) throw new MalformedReply('several lengths that differ')
  return first
}

function checkCoding(coding: string, isUncertain: boolean): void {
  if (coding.toLowerCase() !== 'chunked') throw new MalformedReply('an unknown transfer coding')
  if (isUncertain) throw new MalformedReply('a transfer coding with a length, or in HTTP/1.0')
}

function isKept(connection: string | undefined, isHttp10: boolean): boolean {
  if (connection === undefined) return !isHttp10
  if (hasConnectionOption(connection, 'close')) return false
  return !isHttp10 || hasConnectionOption(connection, 'keep-alive')
}

function keepAliveMs(value: string): number | undefined {
  const seconds = KEEP_ALIVE_TIMEOUT.exec(value)?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1_000
}
