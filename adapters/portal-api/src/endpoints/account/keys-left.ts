import type { Principal } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import type { PortalContext } from '../../services.ts'
import { describeKey, keySchema } from './key-schemas.ts'

export const endKeysSchema = Type.Optional(
  Type.Boolean({ description: 'Also revoke all API keys of the user. Changing a password leaves them valid.' }),
)

export const keysLeftSchema = Type.Object(
  { keys: Type.Array(keySchema, { description: 'API keys that remain valid.' }) },
  { title: 'KeysLeft' },
)

/** The keys of a user whose password has just been set, none of them when they are to end with the old password. */
export async function keysLeft(
  { services: { accounts } }: PortalContext,
  principal: Principal,
  userId: number,
  endKeys: boolean,
): Promise<Static<typeof keysLeftSchema>> {
  if (endKeys) {
    for (const { keyId } of await accounts.keys(principal, userId)) await accounts.removeKey(principal, keyId)
  }
  return { keys: (await accounts.keys(principal, userId)).map(describeKey) }
}
