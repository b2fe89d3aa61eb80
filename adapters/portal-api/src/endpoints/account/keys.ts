import { GatewayError, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { timeSchema } from '../../schemas.ts'
import { userParams } from './users.ts'

const keySchema = Type.Object(
  { keyId: Type.Integer(), userId: Type.Integer(), createdAt: timeSchema('When it was made.') },
  { title: 'ApiKey' },
)

const listKeys = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/keys',
  id: 'listKeys',
  summary: 'The API keys of a user, oldest first, without the keys themselves',
  roles: ROLES,
  params: userParams,
  answer: Type.Object({ records: Type.Array(keySchema), next: Type.Null() }, { title: 'ApiKeyList' }),
  errors: ['forbidden', 'not-found'],
  async handle({ services }, { principal, params: { userId } }) {
    const keys = await services.accounts.keys(principal, userId)
    return { records: keys.map((key) => ({ ...key, createdAt: key.createdAt.toISOString() })), next: null }
  },
})

const addKey = defineEndpoint({
  method: 'POST',
  path: '/users/:userId/keys',
  id: 'addKey',
  summary: 'Make an API key; it is shown here and never again',
  roles: ROLES,
  params: userParams,
  answer: Type.Object(
    { keyId: Type.Integer(), apiKey: Type.String({ description: 'Its first 8 characters are the SMPP password.' }) },
    { title: 'NewApiKey' },
  ),
  errors: ['forbidden', 'not-found'],
  handle: ({ services }, { principal, params }) => services.accounts.addKey(principal, params.userId),
})

const removeKey = defineEndpoint({
  method: 'DELETE',
  path: '/users/:userId/keys/:keyId',
  id: 'removeKey',
  summary: 'Remove an API key, which stops working within a second',
  roles: ROLES,
  params: Type.Object({ ...userParams.properties, keyId: Type.Integer({ minimum: 1, description: 'The key.' }) }),
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
