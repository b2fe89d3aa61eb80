import { codeOf, stepOf } from '@heliograph/messaging'
import { type AttackRequest, type AttackResponse, send } from './http-client.ts'

const BASE = '/portal/api/1'

export interface PortalAnswer extends AttackResponse {
  /** The JSON of the answer; an empty object when it has none. */
  readonly json: Record<string, unknown>
}

/** A caller of the portal's interface, by a session or by a key. */
export interface PortalClient {
  call(
    method: string,
    path: string,
    body?: unknown,
    options?: Pick<AttackRequest, 'address' | 'headers'>,
  ): Promise<PortalAnswer>
}

export function portalClient(base: URL, credential: Readonly<Record<string, string>>): PortalClient {
  return {
    async call(method, path, body, { address, headers } = {}) {
      const content = body === undefined ? {} : Buffer.isBuffer(body) ? { body } : { body: JSON.stringify(body) }
      const type = body === undefined ? {} : { 'content-type': Buffer.isBuffer(body) ? 'text/csv' : 'application/json' }
      const answer = await send(base, {
        method,
        path: `${BASE}${path}`,
        headers: { ...type, ...credential, ...headers },
        ...content,
        ...(address !== undefined && { address }),
      })
      return { ...answer, json: jsonOf(answer.text) }
    },
  }
}

export interface LogIn {
  readonly email: string
  readonly password: string
  readonly code?: string
}

/** Logs in by password; resolves with undefined when it is refused. */
export async function logIn(base: URL, login: LogIn, address?: string): Promise<PortalClient | undefined> {
  const options = address === undefined ? {} : { address }
  const answer = await portalClient(base, {}).call('POST', '/log-in', login, options)
  if (answer.status !== 200) return undefined
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
  return portalClient(base, { cookie, 'x-csrf-token': String(answer.json.csrfToken) })
}

/** Sets up a second factor and resolves with its recovery codes. */
export async function addSecondFactor(
  session: PortalClient,
  password: string,
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  const { json } = await session.call('POST', '/account/second-factor', { presentPassword: password })
  const secret = fromBase32(String(json.secret))
  const code = codeOf(secret, stepOf(Date.now()))
  const confirmed = await session.call('POST', '/account/second-factor/confirm', { code })
  if (confirmed.status !== 200) throw new Error(`The second factor was not set up: ${confirmed.status}`)
  return { recoveryCodes: confirmed.json.recoveryCodes as readonly string[] }
}

/** RFC 4648 section 6. */
function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)))
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
