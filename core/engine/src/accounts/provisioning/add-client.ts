import type { CreditGiver } from '@heliograph/access'
import type { AddedClient, NewClient } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { generatePassword } from '../secrets.ts'
import { type ChannelTools, insertChannel } from './channels.ts'
import { insertClient } from './clients.ts'
import { Fields } from './fields.ts'
import { insertKey, type KeyTools } from './keys.ts'
import { addUser, type NewHash } from './users.ts'

export interface AddClientTools {
  readonly defaultCurrency: string
  readonly channels: ChannelTools
  readonly keys: KeyTools
  readonly hash: NewHash
}

/** Adds a client with its first channel, user and key, as far as they are wanted: all of it or nothing. */
export async function addClient(
  sql: Sql,
  { defaultCurrency, channels, keys, hash }: AddClientTools,
  input: NewClient,
  by?: CreditGiver,
): Promise<AddedClient> {
  const { number, sender, email, withKey = false } = input
  if (withKey && email === undefined) {
    const fields = new Fields()
    fields.refuse('email', 'is required to create a key')
    fields.check()
  }
  const password = generatePassword()
  // Takes a tenth of a second, in which nothing is to be locked.
  const hashed = email === undefined ? '' : await hash(password, by?.userId)
  return sql.begin(async (tx) => {
    const { clientId } = await insertClient(tx, input, defaultCurrency, by)
    const wantsChannel = number !== undefined || sender !== undefined
    const channel = wantsChannel ? await insertChannel(tx, channels, { clientId, number, sender }) : null
    if (email === undefined) return { clientId, channel, user: null, key: null }
    const draft = { clientId, email, password, role: 'admin' }
    const { userId } = await addUser(tx, async () => hashed, draft, by)
    const key = withKey ? await insertKey(tx, keys, { userId }) : null
    return { clientId, channel, user: { userId, password }, key }
  })
}
