import { GatewayError } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { toServiceError } from '../../database/database-errors.ts'
import { type CreditCheck, checkCredit, isCreditExceeded } from '../credit.ts'
import type { SecretBox } from '../secrets.ts'
import { addChannel, type ChannelChange, type ChannelRecord, type NewChannel, setChannel } from './channels.ts'
import { addClient, type ClientChange, type ClientRecord, listClients, type NewClient, setClient } from './clients.ts'
import { addKey, addUser, disableUser, type NewUser } from './users.ts'

export interface ProvisioningDefaults {
  /** By which national numbers of clients without a country are read. */
  readonly country: string
  /** Of clients that are added without one. */
  readonly currency: string
}

/**
 * Keeping the accounts of a deployment: what the operator's commands do. Works on the database alone, so it needs no running gateway; running ones
 * follow within a second.
 *
 * Every operation throws `GatewayError`: `invalid`/`invalid-settings` with `details` by field, `not-found` when what it refers to does not exist,
 * `conflict` when there is such a thing already, `unavailable` while the database is away.
 */
export interface Provisioning {
  addClient(input: NewClient): Promise<{ readonly clientId: number }>
  /** Oldest first. */
  listClients(): Promise<readonly ClientRecord[]>
  setClient(change: ClientChange): Promise<ClientRecord>
  /** The security key signs the channel's webhooks. */
  addChannel(input: NewChannel): Promise<{ readonly channelId: number; readonly securityKey: string }>
  setChannel(change: ChannelChange): Promise<ChannelRecord>
  addUser(input: NewUser): Promise<{ readonly userId: number }>
  disableUser(input: { readonly userId: number }): Promise<void>
  addKey(input: { readonly userId: number }): Promise<{ readonly keyId: number; readonly apiKey: string }>
  /** Compares the balances of prepaid clients with the ledger. */
  checkCredit(): Promise<CreditCheck>
}

export function createProvisioning(sql: Sql, secrets: SecretBox, defaults: ProvisioningDefaults): Provisioning {
  const channelTools = { secrets, defaultCountry: defaults.country }
  return {
    addClient: (input) => guard(() => addClient(sql, input, defaults.currency)),
    listClients: () => guard(() => listClients(sql)),
    setClient: (change) => guard(() => setClient(sql, change)),
    addChannel: (input) => guard(() => addChannel(sql, channelTools, input)),
    setChannel: (change) => guard(() => setChannel(sql, channelTools, change)),
    addUser: (input) => guard(() => addUser(sql, input)),
    disableUser: (input) => guard(() => disableUser(sql, input)),
    addKey: (input) => guard(() => addKey(sql, secrets, input)),
    checkCredit: () => guard(() => checkCredit(sql)),
  }
}

/** Numeric value out of range, invalid text representation (of a number). */
const BAD_NUMBERS: readonly unknown[] = ['22003', '22P02']

async function guard<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isCreditExceeded(error)) {
      throw new GatewayError('invalid', 'credit-negative', 'The credit would fall below zero', { cause: error })
    }
    if (BAD_NUMBERS.includes((error as { code?: unknown }).code)) {
      throw new GatewayError('invalid', 'bad-number', 'A number is too large or no number', { cause: error })
    }
    throw toServiceError(error)
  }
}
