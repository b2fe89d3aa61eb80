import { GatewayError, MOST_KEYS, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { momentOf } from '../../moments.ts'
import { requireOwnPassword } from '../../own-password.ts'
import { presentPasswordSchema, timeSchema } from '../../schemas.ts'
import { describeKey, keySchema, scopeSchema } from './key-schemas.ts'
import { userParams } from './users.ts'

const listKeys = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/keys',
  id: 'listKeys',
  summary: 'List API keys of a user. The keys themselves are never returned',
  roles: ROLES,
  params: userParams,
  answer: Type.Object({ records: Type.Array(keySchema), next: Type.Null() }, { title: 'ApiKeyList' }),
  errors: ['forbidden', 'not-found'],
  async handle({ services }, { principal, params: { userId } }) {
    const keys = await services.accounts.keys(principal, userId)
    return { records: keys.map(describeKey), next: null }
  },
})

const addKey = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/keys',
  id: 'addKey',
  summary: `Create an API key. It is returned only once. A user can have up to ${MOST_KEYS}`,
  roles: ROLES,
  params: userParams,
  body: Type.Object(
    {
      scope: Type.Optional({ ...scopeSchema, default: 'send' }),
      name: Type.Optional(Type.String({ maxLength: 60, description: 'Display name.' })),
      expiresAt: Type.Optional(
        timeSchema('When the key expires; must be in the future. If omitted, it never expires.'),
      ),
      presentPassword: presentPasswordSchema('Your own password. Required for keys of the scope `portal`.'),
    },
    { additionalProperties: false },
  ),
  isBodyOptional: true,
  answer: Type.Object(
    {
      keyId: Type.Integer(),
      apiKey: Type.String({
        description: 'The key, returned only once. Its first 8 characters are the SMPP password.',
      }),
    },
    { title: 'NewApiKey' },
  ),
  errors: ['forbidden', 'not-found', 'conflict'],
  async handle(context, { body: { scope = 'send', name, expiresAt, presentPassword }, ...call }) {
    // A key makes no other that reaches as far, because that one would outlive it.
    if (scope === 'portal') await requireOwnPassword(context, call, presentPassword)
    return context.services.accounts.addKey(call.principal, {
      userId: call.params.userId,
      scope,
      name: name?.trim() || undefined,
      expiresAt: momentOf('expiresAt', expiresAt),
    })
  },
})

const removeKey = defineEndpoint({
  method: 'DELETE',
  path: '/users/:userId/keys/:keyId',
  id: 'removeKey',
  summary: 'Revoke an API key. It stops working within a second',
  roles: ROLES,
  params: Type.Object({ ...userParams.properties, keyId: Type.Integer({ minimum: 1, description: 'Id of the key.' }) }),
  errors: ['forbidden', 'not-found'],
  async handle({ services: { accounts } }, { principal, params: { userId, keyId } }) {
    const keys = await accounts.keys(principal, userId)
    if (!keys.some((key) => key.keyId === keyId))
      throw new GatewayError('not-found', 'key-not-found', `There is no key ${keyId}`)
    await accounts.removeKey(principal, keyId)
    return undefined
  },
})

/** API keys of users. */
export const keyEndpoints = [listKeys, addKey, removeKey]
