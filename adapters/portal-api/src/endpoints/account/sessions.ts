import { GatewayError, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { timeSchema } from '../../schemas.ts'
import { SESSION_ORIGINS } from '../../sessions.ts'

const sessionRecordSchema = Type.Object(
  {
    sessionId: Type.String(),
    createdAt: timeSchema('When the session began.'),
    seenAt: timeSchema('Last use, to the minute.'),
    address: Type.String({ description: 'IP address from which the session was opened.' }),
    browser: Type.String({ description: 'User agent of the browser at login.' }),
    via: Type.Enum([...SESSION_ORIGINS], { description: 'How the user logged in.' }),
    isThis: Type.Boolean({ description: 'Whether this is the session of the current request.' }),
  },
  { title: 'SessionRecord' },
)

const listSessions = defineEndpoint({
  method: 'GET',
  path: '/account/sessions',
  id: 'listSessions',
  summary: 'List your active sessions',
  roles: ROLES,
  answer: Type.Object({ records: Type.Array(sessionRecordSchema), next: Type.Null() }, { title: 'SessionList' }),
  async handle({ sessions }, { self, credential }) {
    const own = credential.kind === 'session' ? credential.sessionId : undefined
    const records = (await sessions.list(self.userId)).map(({ createdAt, seenAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
      isThis: session.sessionId === own,
    }))
    return { records, next: null }
  },
})

const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/account/sessions/:sessionId',
  id: 'endSession',
  summary: 'End a session',
  roles: ROLES,
  params: Type.Object({ sessionId: Type.String({ description: 'Id of the session.' }) }),
  errors: ['not-found'],
  async handle({ services, sessions }, { self, params: { sessionId } }) {
    if (!(await sessions.close(self.userId, sessionId)))
      throw new GatewayError('not-found', 'session-not-found', 'There is no such session')
    await services.auditLog.note(self, { action: 'session-ended' })
    return undefined
  },
})

const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/account/sessions',
  id: 'endOtherSessions',
  summary: 'End all your other sessions. With an API key: all sessions',
  roles: ROLES,
  async handle({ services, sessions }, { self, credential }) {
    await sessions.closeOthers(self.userId, credential.kind === 'session' ? credential.sessionId : undefined)
    await services.auditLog.note(self, { action: 'other-sessions-ended' })
    return undefined
  },
})

/** The caller's own sessions. */
export const ownSessionEndpoints = [listSessions, endSession, endOtherSessions]
