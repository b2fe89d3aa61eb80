import { LONGEST_SHARED_SECRET, SHORTEST_SHARED_SECRET } from '@heliograph/messaging'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, timeSchema } from '../../schemas.ts'
import { channelParams } from './channel-schemas.ts'
import { findChannel } from './find-channel.ts'

const overlapHours = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: 720,
    description:
      'Hours during which webhooks carry two signatures: `X-Signature` by the previous secret, `X-Signature-Next` by the new one. Defaults to 24. With 0, the new secret replaces the previous one at once.',
  }),
)

const previousUntil = nullable(timeSchema('Until when the previous secret also signs. Null if it no longer does.'))

const rotateSecurityKey = defineEndpoint({
  method: 'POST',
  path: '/channels/:channelId/security-key',
  id: 'rotateSecurityKey',
  summary: 'Rotate the security key of a channel. The new key is returned only once',
  roles: ['operator', 'admin'],
  params: channelParams,
  body: Type.Object({ overlapHours }, { title: 'SecurityKeyChange', additionalProperties: false }),
  answer: Type.Object({ securityKey: Type.String(), previousUntil }, { title: 'NewSecurityKey' }),
  errors: ['not-found'],
  async handle(context, { principal, params, body }) {
    const { channelId } = await findChannel(context, principal, params.channelId)
    const made = await context.services.accounts.rotateSecurityKey(principal, channelId, body.overlapHours)
    return { securityKey: made.securityKey, previousUntil: made.previousUntil?.toISOString() ?? null }
  },
})

const setSharedSecret = defineEndpoint({
  method: 'PUT',
  path: '/channels/:channelId/secrets/:kind',
  id: 'setSharedSecret',
  summary: 'Set the shared secret of opt-out or opt-in webhooks. It is returned only once',
  roles: ['operator', 'admin'],
  params: Type.Object({
    ...channelParams.properties,
    kind: Type.Enum(['opt-out', 'opt-in'], { description: 'The webhooks to sign.' }),
  }),
  body: Type.Object(
    {
      secret: Type.Optional(
        nullable(
          Type.String({ minLength: SHORTEST_SHARED_SECRET, maxLength: LONGEST_SHARED_SECRET }),
          'If omitted, a secret of 64 characters is generated. Null to remove it: the security key signs again.',
        ),
      ),
      overlapHours,
    },
    { title: 'SharedSecretChange', additionalProperties: false },
  ),
  answer: Type.Object({ secret: nullable(Type.String()), previousUntil }, { title: 'NewSharedSecret' }),
  errors: ['not-found'],
  async handle(context, { principal, params, body }) {
    const { channelId } = await findChannel(context, principal, params.channelId)
    const change = { ...body, channelId, kind: params.kind }
    const made = await context.services.accounts.setSharedSecret(principal, change)
    return { secret: made.secret, previousUntil: made.previousUntil?.toISOString() ?? null }
  },
})

export const channelSecretEndpoints = [rotateSecurityKey, setSharedSecret]
