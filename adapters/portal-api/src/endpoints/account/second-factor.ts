import { ROLES, type SecondFactorState } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { requireOwnPassword } from '../../own-password.ts'
import { nullable, presentPasswordSchema, timeSchema } from '../../schemas.ts'
import { userParams } from './users.ts'

const stateSchema = Type.Object(
  {
    isOn: Type.Boolean(),
    since: nullable(timeSchema('When it was turned on.'), 'Null if it is off.'),
    recoveryCodesLeft: Type.Integer({ description: 'Number of unused recovery codes.' }),
  },
  { title: 'SecondFactor' },
)

const codeBody = Type.Object(
  { code: Type.String({ maxLength: 50, description: 'Code from the authenticator app.' }) },
  { additionalProperties: false },
)

function describe({ since, ...state }: SecondFactorState) {
  return { ...state, since: since?.toISOString() ?? null }
}

const getSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/account/second-factor',
  id: 'getSecondFactor',
  summary: 'Get your two-factor authentication status',
  roles: ROLES,
  answer: stateSchema,
  handle: async ({ services }, { self }) => describe(await services.secondFactors.state(self, self.userId)),
})

const enrolSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/account/second-factor',
  id: 'enrolSecondFactor',
  summary: 'Start setting up an authenticator app. It takes effect once it is confirmed',
  roles: ROLES,
  body: Type.Object({ presentPassword: presentPasswordSchema() }, { additionalProperties: false }),
  answer: Type.Object(
    {
      secret: Type.String({ description: 'Base32 secret for manual entry. Returned only once.' }),
      uri: Type.String({ description: 'The secret as `otpauth://totp/...`, for a QR code. Returned only once.' }),
    },
    { title: 'SecondFactorDraft' },
  ),
  errors: ['conflict'],
  async handle(context, { body, ...call }) {
    await requireOwnPassword(context, call, body.presentPassword)
    return context.services.secondFactors.enrol(call.self)
  },
})

const confirmSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/account/second-factor/confirm',
  id: 'confirmSecondFactor',
  summary: 'Confirm the authenticator app with a first code',
  roles: ROLES,
  body: codeBody,
  answer: Type.Object(
    {
      recoveryCodes: Type.Array(Type.String(), {
        description: 'Recovery codes, each valid for one login. Returned only once.',
      }),
    },
    { title: 'RecoveryCodes' },
  ),
  errors: ['conflict', 'not-found'],
  async handle({ services }, { self, body: { code } }) {
    const { recoveryCodes } = await services.secondFactors.confirm(self, code)
    return { recoveryCodes: [...recoveryCodes] }
  },
})

const removeSecondFactor = defineEndpoint({
  method: 'DELETE',
  path: '/account/second-factor',
  id: 'removeSecondFactor',
  summary: 'Turn off two-factor authentication',
  roles: ROLES,
  body: codeBody,
  async handle({ services }, { self, body: { code } }) {
    await services.secondFactors.remove(self, { userId: self.userId, code })
    return undefined
  },
})

const getUserSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/second-factor',
  id: 'getUserSecondFactor',
  summary: 'Get the two-factor authentication status of a user',
  roles: ['operator', 'admin'],
  params: userParams,
  answer: stateSchema,
  errors: ['forbidden', 'not-found'],
  handle: async ({ services }, { principal, params }) =>
    describe(await services.secondFactors.state(principal, params.userId)),
})

const removeUserSecondFactor = defineEndpoint({
  method: 'DELETE',
  path: '/users/:userId/second-factor',
  id: 'removeUserSecondFactor',
  summary: 'Reset two-factor authentication of a user who has lost their phone and recovery codes',
  roles: ['operator', 'admin'],
  params: userParams,
  errors: ['forbidden', 'not-found', 'invalid'],
  async handle({ services }, { principal, params: { userId } }) {
    await services.secondFactors.remove(principal, { userId })
    return undefined
  },
})

/** Codes of authenticator apps at login. */
export const secondFactorEndpoints = [
  getSecondFactor,
  enrolSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  getUserSecondFactor,
  removeUserSecondFactor,
]
