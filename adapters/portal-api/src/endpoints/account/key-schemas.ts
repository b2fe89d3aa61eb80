import { type KeyRecord, SCOPES } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { timeSchema } from '../../schemas.ts'

export const scopeSchema = Type.Enum([...SCOPES], {
  description: '`send`: the interfaces that send messages. `portal`: this API as well, with all that the role allows.',
})

export const keySchema = Type.Object(
  {
    keyId: Type.Integer(),
    userId: Type.Integer(),
    scope: scopeSchema,
    createdAt: timeSchema('When it was made.'),
  },
  { title: 'ApiKey' },
)

export function describeKey({ createdAt, ...key }: KeyRecord): Static<typeof keySchema> {
  return { ...key, createdAt: createdAt.toISOString() }
}
