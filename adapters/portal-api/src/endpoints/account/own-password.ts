import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { requireOwnPassword } from '../../own-password.ts'
import { newPasswordSchema, presentPasswordSchema } from '../../schemas.ts'
import { endKeysSchema, keysLeft, keysLeftSchema } from './keys-left.ts'

const setOwnPassword = defineEndpoint({
  method: 'PUT',
  path: '/account/password',
  id: 'setOwnPassword',
  summary: 'Change your password. All your other sessions end; API keys are revoked on request',
  roles: ROLES,
  body: Type.Object(
    { presentPassword: presentPasswordSchema(), password: newPasswordSchema, endKeys: endKeysSchema },
    { additionalProperties: false },
  ),
  answer: keysLeftSchema,
  async handle(context, { body: { presentPassword, password, endKeys = false }, ...call }) {
    const { self, credential } = call
    await requireOwnPassword(context, call, presentPassword)
    await context.services.accounts.setPassword(self, { userId: self.userId, password })
    await context.passwordLinks.end(self.userId)
    await context.sessions.closeOthers(self.userId, credential.kind === 'session' ? credential.sessionId : undefined)
    return keysLeft(context, self, self.userId, endKeys)
  },
})

/** The caller's own password. */
export const ownPasswordEndpoints = [setOwnPassword]
