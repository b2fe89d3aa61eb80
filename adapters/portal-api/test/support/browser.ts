import { type AdapterKit, withAdapterKit } from '@heliograph/testkit'
import portal from '../../src/index.ts'
import { ABSENT_SERVICES } from './absent-services.ts'

export const EMAIL = 'ann@acme.example'
export const PASSWORD = 'correct horse battery'
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export interface Asked {
  readonly cookie?: string | undefined
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Runs `work` with an instance and a user who has a password. */
export const inPortal = (work: (kit: AdapterKit, userId: number) => Promise<void>) =>
  withAdapterKit(portal, { config: {}, services: ABSENT_SERVICES }, async (kit) => {
    await work(kit, kit.engine.addUser(kit.account.clientId, { email: EMAIL, password: PASSWORD }))
  })

/** Sends a request as a page does. */
export async function ask(
  kit: Pick<AdapterKit, 'request'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { cookie, token, headers, body }: Asked = {},
) {
  const answer = await kit.request({
    method,
    path: `/portal/api/1${path}`,
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(token === undefined ? {} : { 'x-csrf-token': token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = answer.body.toString()
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return { ...answer, json: isJson ? JSON.parse(text) : undefined }
}

export interface LogIn {
  readonly email?: string
  readonly password?: string
  readonly code?: string
  readonly cookie?: string
}

export async function logIn(
  kit: AdapterKit,
  { email = 'Ann@acme.example', password = PASSWORD, code, cookie }: LogIn = {},
) {
  return entered(await ask(kit, 'POST', '/log-in', { cookie, body: { email, password, code } }))
}

/** The parts of a login's answer that a page keeps. */
export function entered(answer: Awaited<ReturnType<typeof ask>>) {
  const set = String(answer.headers['set-cookie'] ?? '')
  const { status, json, headers } = answer
  const retryAfter = headers['retry-after']
  return { status, json, retryAfter, set, cookie: set.split(';')[0] ?? '', token: json?.csrfToken as string }
}
