import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { requireOwnPassword } from '../../own-password.ts'
import { newPasswordSchema, presentPasswordSchema } from '../../schemas.ts'

const setOwnPassword = defineEndpoint({
  method: 'PUT',
  path: '/account/password',
  id: 'setOwnPassword',
  summary: 'Change your own password; all other sessions end',
  roles: ROLES,
  body: Type.Object(
    { presentPassword: presentPasswordSchema, password: newPasswordSchema },
    { additionalProperties: false },
  ),
  async handle(context, { body: { presentPassword, password }, ...call }) {
    const { self, credential } = call
    await requireOwnPassword(context, call, presentPassword)
    await context.services.accounts.setPassword(self, { userId: self.userId, password })
    await context.sessions.closeOthers(self.userId, credential.kind === 'session' ? credential.sessionId : undefined)
    return undefined
  },
})

/** The caller's own password. */
export const ownPasswordEndpoints = [setOwnPassword]
