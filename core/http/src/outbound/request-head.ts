import type { OutboundRequest } from '@heliograph/contracts'
import { FIELD_NAME, hasConnectionOption } from '../requests/field-syntax.ts'
import type { RequestTarget } from './request-target.ts'

/** A request that cannot be sent as given; `message` says why. */
export class UnsendableRequest extends Error {
  override readonly name = 'UnsendableRequest'
  readonly code = 'UNSENDABLE_REQUEST'
}

/** The head of a request, as it is sent. */
export interface RequestHead {
  readonly text: string
  /** Whether the connection is to carry another request. */
  readonly keepsConnection: boolean
}

/** Anything that would end the line, or that is not in latin1. */
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/

/** What the client makes of a header: the first writes it as it is, the others have a part in how it sends. */
type HeaderRole = 'plain' | 'user-agent' | 'host' | 'content-length' | 'connection'

const ROLES: Readonly<Record<string, HeaderRole>> = {
  'user-agent': 'user-agent',
  host: 'host',
  'content-length': 'content-length',
  connection: 'connection',
}
/** They would change how the request is framed, or make promises that the client does not keep. */
const REFUSED: readonly string[] = ['transfer-encoding', 'keep-alive', 'upgrade', 'expect']

/** Methods, and whether servers expect a length with them even of nothing (RFC 9110 section 8.6). */
const TAKES_BODY: Readonly<Record<OutboundRequest['method'], boolean>> = {
  GET: false,
  HEAD: false,
  POST: true,
  PUT: true,
  PATCH: true,
  DELETE: false,
}

/** Roles by name as written: the names that callers use are few. */
const known = new Map<string, HeaderRole>()
const KNOWN = 1_000

/**
 * Writes the head of a request whose body has `bodyLength` octets. Throws an `UnsendableRequest` for headers that would
 * not arrive as given.
 */
export function writeRequestHead(
  { method, headers }: OutboundRequest,
  target: RequestTarget,
  bodyLength: number,
  userAgent: string,
): RequestHead {
  if (!Object.hasOwn(TAKES_BODY, method)) throw new UnsendableRequest('an unknown method')
  let fields = ''
  let hostLine: string | undefined
  let hasUserAgent = false
  // Some servers send a body with the reply to HEAD, which would be taken for the next reply.
  let keepsConnection = method !== 'HEAD'
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined) continue
    const role = known.get(name) ?? roleOf(name)
    if (FORBIDDEN.test(value)) throw new UnsendableRequest(`the header ${name} has a character that cannot be sent`)
    if (role === 'plain') fields += `${name}: ${value}\r\n`
    else if (role === 'user-agent') {
      hasUserAgent = true
      fields += `${name}: ${value}\r\n`
    } else if (role === 'host') {
      if (hostLine !== undefined) throw new UnsendableRequest('two Host headers')
      hostLine = `host: ${value}\r\n`
    } else if (role === 'connection') keepsConnection &&= !hasConnectionOption(value, 'close')
    else if (value !== String(bodyLength)) throw new UnsendableRequest('the Content-Length is not that of the body')
  }
  const connectionLine = keepsConnection ? 'connection: keep-alive\r\n' : 'connection: close\r\n'
  const agentLine = hasUserAgent ? '' : userAgentLine(userAgent)
  const lengthLine = bodyLength > 0 || TAKES_BODY[method] ? `content-length: ${bodyLength}\r\n\r\n` : '\r\n'
  const start = `${method} ${target.requestLine}${hostLine ?? target.hostLine}${connectionLine}`
  return { text: start + agentLine + fields + lengthLine, keepsConnection }
}

function roleOf(name: string): HeaderRole {
  const lower = name.toLowerCase()
  if (!FIELD_NAME.test(name)) throw new UnsendableRequest('a header has a name that cannot be sent')
  if (REFUSED.includes(lower)) throw new UnsendableRequest(`the header ${name} is the client's own`)
  const role = Object.hasOwn(ROLES, lower) ? (ROLES[lower] as HeaderRole) : 'plain'
  if (known.size >= KNOWN) known.clear()
  known.set(name, role)
  return role
}

function userAgentLine(userAgent: string): string {
  if (FORBIDDEN.test(userAgent)) throw new UnsendableRequest('the User-Agent has a character that cannot be sent')
  return `User-Agent: ${userAgent}\r\n`
}
