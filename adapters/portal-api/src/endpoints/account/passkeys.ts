import { GatewayError, MOST_PASSKEYS, type PasskeyRecord, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { type Call, defineEndpoint } from '../../endpoint.ts'
import { requireOwnPassword } from '../../own-password.ts'
import { optionsSchema, registrationSchema } from '../../passkeys/passkey-schemas.ts'
import { refuseProviderUser } from '../../refuse-provider-user.ts'
import { nullable, presentPasswordSchema, timeSchema } from '../../schemas.ts'
import { userParams } from './users.ts'

const passkeySchema = Type.Object(
  {
    passkeyId: Type.Integer(),
    name: Type.String(),
    createdAt: timeSchema('When the passkey was added.'),
    lastUsedAt: nullable(timeSchema('When the passkey was last used to log in.'), 'Null if it was never used.'),
  },
  { title: 'Passkey' },
)

const passkeyParams = Type.Object({ passkeyId: Type.Integer({ minimum: 1, description: 'Id of the passkey.' }) })
const nameSchema = Type.String({ maxLength: 60, description: 'Display name.' })
const proof = { presentPassword: presentPasswordSchema() }

function describe({ passkeyId, name, createdAt, lastUsedAt }: PasskeyRecord) {
  const times = { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
  return { passkeyId, name, ...times }
}

/** A passkey is added where it was begun: in the same session, or with the same key. */
function ownerOf({ self, credential }: Pick<Call, 'self' | 'credential'>): string {
  return `add ${self.userId} ${credential.kind === 'session' ? credential.sessionId : `key ${self.keyId}`}`
}

const listPasskeys = defineEndpoint({
  method: 'GET',
  path: '/account/passkeys',
  id: 'listPasskeys',
  summary: 'List your passkeys',
  roles: ROLES,
  answer: Type.Object(
    {
      records: Type.Array(passkeySchema),
      next: Type.Null(),
      origin: nullable(
        Type.String(),
        'The only site where passkeys work. Null if the public URL of this deployment has no host name or no https.',
      ),
    },
    { title: 'PasskeyList' },
  ),
  async handle({ services, ceremonies }, { self }) {
    const records = await services.passkeys.list(self, self.userId)
    return { records: records.map(describe), next: null, origin: ceremonies.origin() }
  },
})

const beginPasskey = defineEndpoint({
  method: 'POST',
  path: '/account/passkeys/options',
  id: 'beginPasskey',
  summary: 'Start adding a passkey',
  roles: ROLES,
  body: Type.Object(proof, { additionalProperties: false }),
  answer: optionsSchema,
  errors: ['conflict', 'forbidden'],
  async handle(context, { body: { presentPassword }, ...call }) {
    const { self } = call
    refuseProviderUser(context, self.email)
    await requireOwnPassword(context, call, presentPassword)
    const known = await context.services.passkeys.list(self, self.userId)
    return { options: { ...(await context.ceremonies.beginToAdd(ownerOf(call), self, known)) } }
  },
})

const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/account/passkeys',
  id: 'addPasskey',
  summary: `Add a passkey that the browser has created. A user can have up to ${MOST_PASSKEYS}`,
  roles: ROLES,
  body: Type.Object({ name: nameSchema, passkey: registrationSchema }, { additionalProperties: false }),
  errors: ['conflict'],
  async handle({ services, ceremonies }, { body: { name, passkey }, ...call }) {
    const made = await ceremonies.finishToAdd(ownerOf(call), passkey)
    if (made === undefined)
      throw new GatewayError('invalid', 'wrong-passkey', 'The passkey is invalid, or the request has expired')
    await services.passkeys.add(call.self, { ...made, name })
    return undefined
  },
})

const renamePasskey = defineEndpoint({
  method: 'PATCH',
  path: '/account/passkeys/:passkeyId',
  id: 'renamePasskey',
  summary: 'Rename a passkey',
  roles: ROLES,
  params: passkeyParams,
  body: Type.Object({ name: nameSchema, ...proof }, { additionalProperties: false }),
  errors: ['not-found'],
  async handle(context, { body: { name, presentPassword }, ...call }) {
    await requireOwnPassword(context, call, presentPassword)
    await context.services.passkeys.rename(call.self, call.params.passkeyId, name)
    return undefined
  },
})

const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/account/passkeys/:passkeyId',
  id: 'removePasskey',
  summary: 'Remove a passkey',
  roles: ROLES,
  params: passkeyParams,
  body: Type.Object(proof, { additionalProperties: false }),
  errors: ['not-found'],
  async handle(context, { body: { presentPassword }, ...call }) {
    await requireOwnPassword(context, call, presentPassword)
    await context.services.passkeys.remove(call.self, call.params.passkeyId)
    return undefined
  },
})

const listUserPasskeys = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/passkeys',
  id: 'listUserPasskeys',
  summary: 'List passkeys of a user',
  roles: ['operator', 'admin'],
  params: userParams,
  answer: Type.Object({ records: Type.Array(passkeySchema), next: Type.Null() }, { title: 'UserPasskeyList' }),
  errors: ['forbidden', 'not-found'],
  async handle({ services }, { principal, params: { userId } }) {
    return { records: (await services.passkeys.list(principal, userId)).map(describe), next: null }
  },
})

const removeUserPasskeys = defineEndpoint({
  method: 'DELETE',
  path: '/users/:userId/passkeys',
  id: 'removeUserPasskeys',
  summary: 'Remove all passkeys of a user who has lost their device',
  roles: ['operator', 'admin'],
  params: userParams,
  errors: ['forbidden', 'not-found'],
  async handle({ services }, { principal, params: { userId } }) {
    await services.passkeys.removeAll(principal, userId)
    return undefined
  },
})

/** Passkeys of users. */
export const passkeyEndpoints = [
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  listUserPasskeys,
  removeUserPasskeys,
]
