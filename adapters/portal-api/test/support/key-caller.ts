import { type AdapterKit, CONFORMANCE_API_KEY, withAdapterKit } from '@heliograph/testkit'
import portal from '../../src/index.ts'
import { ABSENT_SERVICES } from './absent-services.ts'

/** An answer with its text and, if it is JSON, the parsed value. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what tests find out
  readonly json: any
}

export type Caller = 'user' | 'admin' | 'operator' | 'stranger'

/** `ask('admin', 'GET', '/channels')`; `stranger` is the admin of another client, to which `operator` belongs too. */
export type Asking = (
  who: Caller,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<Answered>

/** Sends requests with API keys of its own, each of a user with one role. */
export interface KeyCaller {
  readonly kit: AdapterKit
  readonly ask: Asking
}

/** Runs `work` with an instance and a user of every role. */
export function withCallers(work: (caller: KeyCaller) => Promise<void>): Promise<void> {
  return withAdapterKit(portal, { config: {}, services: ABSENT_SERVICES }, async (kit) => {
    const { account, engine, stranger } = kit
    const keyOf = (clientId: number, role: 'admin' | 'operator') =>
      engine.addKey(engine.addUser(clientId, { email: `${role}@${clientId}.example`, role }), undefined, 'portal')
    const keys: Record<Caller, string> = {
      user: CONFORMANCE_API_KEY,
      admin: keyOf(account.clientId, 'admin'),
      operator: keyOf(stranger.clientId, 'operator'),
      stranger: keyOf(stranger.clientId, 'admin'),
    }
    await work({ kit, ask: askingWith(kit, keys) })
  })
}

/** Asks with the key of each caller. */
export function askingWith(kit: Pick<AdapterKit, 'request'>, keys: Readonly<Record<Caller, string>>): Asking {
  return async (who, method, path, body) => {
    const answer = await kit.request({
      method,
      path: `/portal/api/1${path}`,
      headers: {
        'x-api-key': keys[who],
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = answer.body.toString()
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const { body: octets, headers, status } = answer
    return { status, headers, body: Buffer.from(octets), text, json: isJson ? JSON.parse(text) : undefined }
  }
}
