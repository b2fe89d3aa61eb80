import { ROLES } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { type Call, defineEndpoint } from '../endpoint.ts'
import { nullable, roleSchema } from '../schemas.ts'
import { clearCookie } from '../session-cookie.ts'

const meSchema = Type.Object(
  {
    userId: Type.Integer(),
    email: Type.String(),
    role: roleSchema,
    clientId: Type.Integer({ description: 'Id of your client; with `client` in the query, the client acted for.' }),
    clientName: Type.String(),
    country: Type.String({ description: 'ISO 3166-1 alpha-2 country whose national numbers are understood.' }),
    currency: Type.String({ description: 'ISO 4217 currency code.' }),
  },
  { title: 'Me' },
)

export const sessionSchema = Type.Object(
  {
    me: meSchema,
    csrfToken: nullable(
      Type.String({
        description: 'Token to send in `X-CSRF-Token` with every change. Null for API keys, which need none.',
      }),
    ),
  },
  { title: 'Session' },
)

export function describeSession(
  { userId, email, role, clientId, clientName, country, currency }: Call['principal'],
  csrfToken: string | null,
): Static<typeof sessionSchema> {
  return { me: { userId, email, role, clientId, clientName, country, currency }, csrfToken }
}

const getSession = defineEndpoint({
  method: 'GET',
  path: '/session',
  id: 'getSession',
  summary: 'Get the current user and permissions',
  roles: ROLES,
  answer: sessionSchema,
  async handle(_context, { principal, credential }) {
    return describeSession(principal, credential.kind === 'session' ? credential.csrfToken : null)
  },
})

const logOut = defineEndpoint({
  method: 'POST',
  path: '/log-out',
  id: 'logOut',
  summary: 'Log out. API keys stay valid',
  roles: ROLES,
  async handle({ publicUrl, services, sessions }, { self, credential, request }) {
    if (credential.kind === 'session') {
      await sessions.close(self.userId, credential.sessionId)
      await services.auditLog.note(self, { action: 'log-out' })
    }
    return { response: { status: 204, headers: { 'set-cookie': clearCookie(request, publicUrl()) } } }
  },
})

/** The caller's own session. */
export const sessionEndpoints = [getSession, logOut]
