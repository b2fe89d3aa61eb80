import type { AccountKeeper } from '@heliograph/access'
import { GatewayError, type UserRecord } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { toServiceError } from '../../database/database-errors.ts'
import { isCreditExceeded } from '../credit.ts'
import { readLedger } from '../ledger.ts'
import type { SecretBox } from '../master-keys/secret-box.ts'
import { addClient } from './add-client.ts'
import { rotateSecurityKey, setSharedSecret } from './channel-secrets.ts'
import { addChannel, findChannel, listChannels, setChannel } from './channels.ts'
import { findNetworks, setNetworks } from './client-networks.ts'
import { listClients, setClient } from './clients.ts'
import { addKey, countCopies, eraseCopies, findKey, listKeys, removeKey } from './keys.ts'
import { giveOutgoingNumber, listOutgoingNumbers, takeOutgoingNumber } from './outgoing-numbers.ts'
import { hashPassword } from './password.ts'
import { addUser, findUser, findUsersByEmail, listUsers, type NewHash, setPassword, setUser } from './users.ts'

export interface ProvisioningDefaults {
  /** The country by which national numbers are read for clients that have none. */
  readonly country: string
  /** The currency of clients that are added without one. */
  readonly currency: string
}

/**
 * Manages the accounts of a deployment, for the operator's commands and for `Accounts`, which checks roles. Works on
 * the database alone, so it needs no running gateway; running ones follow within a second.
 *
 * Every operation throws `GatewayError`: `invalid`/`invalid-settings` with `details` by field, `not-found` when what it
 * refers to does not exist, `conflict` when it exists already, `unavailable` while the database is away.
 */
export interface Provisioning extends AccountKeeper {
  /** How many keys have a sealed copy, which `KeyHandout` needs. */
  countKeyCopies(): Promise<number>
  /** Erases these copies: the keys go on working, but are never handed out again. Resolves with how many there were. */
  eraseKeyCopies(): Promise<number>
  /** Enabled users with an e-mail, in upper or lower case, oldest first; each client may have one. */
  findUsersByEmail(email: string): Promise<readonly UserRecord[]>
}

/**
 * `hash` hashes the passwords that are set: at once, unless they have to wait for others. `isHandedOut`: whether an
 * interface of the deployment hands out keys.
 */
export function createProvisioning(
  sql: Sql,
  secrets: SecretBox,
  defaults: ProvisioningDefaults,
  hash: NewHash = (password) => hashPassword(password),
  isHandedOut: () => boolean = () => false,
): Provisioning {
  const keyTools = { secrets, isHandedOut }
  const channelTools = { secrets, defaultCountry: defaults.country }
  const addTools = { defaultCurrency: defaults.currency, channels: channelTools, keys: keyTools, hash }
  return {
    addClient: (input, by) => guard(() => addClient(sql, addTools, input, by)),
    listClients: (clientId) => guard(() => listClients(sql, clientId)),
    setClient: (change, by) => guard(() => setClient(sql, change, by)),
    findNetworks: (clientId) => guard(() => findNetworks(sql, clientId)),
    setNetworks: (clientId, networks) => guard(() => setNetworks(sql, clientId, networks)),
    readLedger: (clientId, filter) => guard(() => readLedger(sql, clientId, filter)),
    listUsers: (clientId) => guard(() => listUsers(sql, clientId)),
    findUsersByEmail: (email) => guard(() => findUsersByEmail(sql, email)),
    findUser: (userId) => guard(() => findUser(sql, userId)),
    addUser: (input, by) => guard(() => addUser(sql, hash, input, by)),
    setUser: (change) => guard(() => setUser(sql, change)),
    setPassword: (input, by) => guard(() => setPassword(sql, hash, input, by)),
    listKeys: (userId) => guard(() => listKeys(sql, userId)),
    findKey: (keyId) => guard(() => findKey(sql, keyId)),
    addKey: (input) => guard(() => addKey(sql, keyTools, input)),
    removeKey: (input) => guard(() => removeKey(sql, input)),
    listChannels: (clientId) => guard(() => listChannels(sql, clientId)),
    findChannel: (channelId) => guard(() => findChannel(sql, channelId)),
    addChannel: (input) => guard(() => addChannel(sql, channelTools, input)),
    setChannel: (change, limits) => guard(() => setChannel(sql, channelTools, change, limits)),
    listOutgoingNumbers: (clientId) => guard(() => listOutgoingNumbers(sql, clientId)),
    giveOutgoingNumber: (input) => guard(() => giveOutgoingNumber(sql, defaults.country, input)),
    takeOutgoingNumber: (input) => guard(() => takeOutgoingNumber(sql, defaults.country, input)),
    rotateSecurityKey: (input) => guard(() => rotateSecurityKey(sql, secrets, input)),
    setSharedSecret: (change) => guard(() => setSharedSecret(sql, secrets, change)),
    countKeyCopies: () => guard(() => countCopies(sql)),
    eraseKeyCopies: () => guard(() => eraseCopies(sql)),
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
      throw new GatewayError('invalid', 'bad-number', 'A number is too large, or not a number', { cause: error })
    }
    throw toServiceError(error)
  }
}
