import { type KeyRecord, SCOPES } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { nullable, timeSchema } from '../../schemas.ts'

export const scopeSchema = Type.Enum([...SCOPES], {
  description:
    '`send`: interfaces that send messages. `portal`: also this API, as far as the role of the user permits.',
})

export const keySchema = Type.Object(
  {
    keyId: Type.Integer(),
    userId: Type.Integer(),
    scope: scopeSchema,
    name: nullable(Type.String(), 'Display name. Null if the key has none.'),
    createdAt: timeSchema('When the key was created.'),
    expiresAt: nullable(timeSchema('When the key expires.'), 'Null if it never expires.'),
    lastUsedAt: nullable(
      timeSchema('When the key was last used.'),
      'Last use, accurate to about a minute. Null if no use is on record.',
    ),
    requestsToday: Type.Integer({
      description: 'Requests since midnight UTC. An SMPP session counts once, when it binds.',
    }),
    requestsYesterday: Type.Integer(),
    requestsPerMinute: Type.Integer({ description: 'Requests in the most recent minute that nodes have reported.' }),
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
