import { isIPv6 } from 'node:net'
import { findAdminToken } from './admin-token.ts'
import { CommandError } from './command-error.ts'
import type { Settings } from './settings.ts'

/** A question to a running gateway. */
export interface AdminQuestion {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly timeoutMs: number
}

/**
 * Asks a running gateway on its admin port, with the token of the configuration or of the data folder. Resolves with
 * the answer, which `isAnswer` has to know. Throws `CommandError`: that of the gateway, or why there is none.
 */
export async function askAdmin<T>(
  settings: Settings,
  given: string | undefined,
  { method, path, timeoutMs }: AdminQuestion,
  isAnswer: (body: object) => body is T & object,
): Promise<T> {
  const admin = given?.replace(/(?<!\/)\/+$/, '') ?? adminAddress(settings)
  const token = await findAdminToken(settings)
  let response: Response
  try {
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    response = await fetch(`${admin}${path}`, { method, headers, signal: AbortSignal.timeout(timeoutMs) })
  } catch (cause) {
    throw new CommandError(
      'not-running',
      `No gateway answers at ${admin}: it does not run, or its admin server is elsewhere (--admin URL).`,
      { cause },
    )
  }
  const body = await readJson(response)
  if (response.ok && isAnswer(body)) return body
  if (response.status === 401) throw new CommandError('bad-admin-token', badToken(admin))
  if (isRefusal(body)) throw new CommandError(body.error.code, body.error.message, { details: body.error.details })
  throw new CommandError('not-running', `${admin} answers, but is no gateway (${response.status}).`)
}

/** Where the admin port of a configuration is reached. Throws `CommandError` when the gateway chose the port. */
export function adminAddress({ configuration }: Settings): string {
  const { host, port } = configuration.admin
  if (port === 0) {
    throw new CommandError(
      'admin-port-unknown',
      'admin.port is 0, so the gateway chose one: give its address with --admin URL (the start shows it, and the ready file has it).',
    )
  }
  return `http://${reachableHost(host)}:${port}`
}

/** A gateway that listens on all addresses is reached through the loopback address. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}

function badToken(admin: string): string {
  return `${admin} wants another token: give the --config and the --data-dir that its gateway was started with.`
}

interface Refusal {
  readonly error: { readonly code: string; readonly message: string; readonly details?: unknown }
}

function isRefusal(body: object): body is Refusal {
  return 'error' in body
}

async function readJson(response: Response): Promise<object> {
  try {
    return (await response.json()) as object
  } catch {
    return {}
  }
}
