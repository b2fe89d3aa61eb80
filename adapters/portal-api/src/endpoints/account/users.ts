import { GatewayError, ROLES, type UserRecord } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { newPasswordSchema, nullable, prioritySchema, roleSchema } from '../../schemas.ts'
import { endKeysSchema, keysLeft, keysLeftSchema } from './keys-left.ts'

export const userSchema = Type.Object(
  {
    userId: Type.Integer(),
    clientId: Type.Integer(),
    email: Type.String({ description: 'E-mail address in lower case.' }),
    role: roleSchema,
    channelId: nullable(Type.Integer(), 'Channel this user sends from. Null for the default channel of the client.'),
    priority: nullable(prioritySchema, 'Overrides the default priority of every interface. Null if not set.'),
    enabled: Type.Boolean(),
  },
  { title: 'User' },
)

export const userParams = Type.Object({ userId: Type.Integer({ minimum: 1, description: 'Id of the user.' }) })

const listUsers = defineEndpoint({
  method: 'GET',
  path: '/users',
  id: 'listUsers',
  summary: 'List users of a client. Users without the admin role see only themselves',
  roles: ROLES,
  answer: Type.Object({ records: Type.Array(userSchema), next: Type.Null() }, { title: 'UserList' }),
  async handle({ services }, { principal }) {
    return { records: [...(await services.accounts.users(principal, principal.clientId))], next: null }
  },
})

const channelId = nullable(
  Type.Integer({ minimum: 1 }),
  'A channel of the client. Null for the default channel of the client.',
)
const priority = nullable(prioritySchema, 'Null to remove the override.')

/** What a user is made of, besides a password. */
export const newUserFields = {
  email: Type.String({ maxLength: 254 }),
  role: Type.Optional(roleSchema),
  channelId: Type.Optional(channelId),
  priority: Type.Optional(priority),
}

const addUser = defineEndpoint({
  method: 'POST',
  path: '/users',
  id: 'addUser',
  summary: 'Create a user',
  roles: ['operator', 'admin'],
  body: Type.Object({ ...newUserFields, password: newPasswordSchema }, { additionalProperties: false }),
  answer: userSchema,
  errors: ['forbidden', 'conflict'],
  async handle({ services: { accounts } }, { principal, body: { channelId, priority, ...user } }) {
    const { clientId } = principal
    const draft = { ...user, clientId, channelId: channelId ?? undefined, priority: priority ?? undefined }
    const { userId } = await accounts.addUser(principal, draft)
    const users = await accounts.users(principal, clientId)
    return users.find((each) => each.userId === userId) as UserRecord
  },
})

const setUser = defineEndpoint({
  method: 'PATCH',
  path: '/users/:userId',
  id: 'setUser',
  summary: 'Update a user. Omitted fields stay unchanged. Disabling a user ends all of their sessions',
  roles: ['operator', 'admin'],
  params: userParams,
  body: Type.Object(
    {
      enabled: Type.Optional(Type.Boolean()),
      role: Type.Optional(roleSchema),
      channelId: Type.Optional(channelId),
      priority: Type.Optional(priority),
    },
    { additionalProperties: false },
  ),
  answer: userSchema,
  errors: ['forbidden', 'not-found', 'conflict'],
  async handle({ services, sessions }, { principal, params: { userId }, body }) {
    const user = await services.accounts.setUser(principal, { userId, ...body })
    if (body.enabled === false) await sessions.closeOthers(userId)
    return user
  },
})

const setUserPassword = defineEndpoint({
  method: 'PUT',
  path: '/users/:userId/password',
  id: 'setUserPassword',
  summary: 'Reset the password of a user. All of their sessions end; API keys are revoked on request',
  roles: ['operator', 'admin'],
  params: userParams,
  body: Type.Object({ password: newPasswordSchema, endKeys: endKeysSchema }, { additionalProperties: false }),
  answer: keysLeftSchema,
  errors: ['forbidden', 'not-found', 'conflict'],
  async handle(context, { self, principal, params: { userId }, body: { password, endKeys = false } }) {
    const { services, sessions, passwordLinks } = context
    // Users change their own password with setOwnPassword, which requires the present one.
    if (userId === self.userId) throw ownPassword()
    await services.accounts.setPassword(principal, { userId, password })
    await passwordLinks.end(userId)
    await sessions.closeOthers(userId)
    return keysLeft(context, principal, userId, endKeys)
  },
})

/** For callers who would get a password, or a link for one, without knowing the present one. */
export function ownPassword(): GatewayError {
  return new GatewayError('conflict', 'own-account', 'Enter your current password to change your own')
}

/** The users of a client. */
export const userEndpoints = [listUsers, addUser, setUser, setUserPassword]
