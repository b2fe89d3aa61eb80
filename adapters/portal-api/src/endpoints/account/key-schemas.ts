import { type KeyRecord, SCOPES } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { nullable, timeSchema } from '../../schemas.ts'

export const scopeSchema = Type.Enum([...SCOPES], {
  description: '`send`: the interfaces that send messages. `portal`: this API as well, with all that the role allows.',
})

export const keySchema = Type.Object(
  {
    keyId: Type.Integer(),
    userId: Type.Integer(),
    scope: scopeSchema,
    name: nullable(Type.String(), 'What people know it by; null: it has no name.'),
    createdAt: timeSchema('When it was made.'),
    expiresAt: nullable(timeSchema('When it stops working'), 'When it stops working; null: never.'),
    lastUsedAt: nullable(timeSchema('When it was last used'), 'To about a minute; null: never, as far as is known.'),
    requestsToday: Type.Integer({
      description: 'Requests by it, by days of UTC; an SMPP session counts when it binds.',
    }),
    requestsYesterday: Type.Integer(),
    requestsPerMinute: Type.Integer({ description: 'In the latest minute that the nodes have told of.' }),
  },
  { title: 'ApiKey' },
)

export function describeKey({ createdAt, expiresAt, lastUsedAt, ...key }: KeyRecord): Static<typeof keySchema> {
  return {
    ...key,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
