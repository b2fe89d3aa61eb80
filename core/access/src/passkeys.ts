import {
  GatewayError,
  MOST_PASSKEYS,
  type NewPasskey,
  type PasskeyKey,
  type PasskeyRecord,
  type Passkeys,
} from '@heliograph/contracts'
import type { AccountKeeper } from './account-keeper.ts'
import { type Actor, requireHolder } from './account-permissions.ts'
import { currentActor } from './current-actor.ts'
import type { NoteAct } from './guard-accounts.ts'
import type { NoteRefusal, RefusalReason } from './login-refusals.ts'

const LONGEST_NAME = 60

/** A passkey as it is stored. */
export type StoredPasskey = PasskeyRecord & PasskeyKey & { readonly userId: number }

/** Where passkeys are stored. */
export interface PasskeyStore {
  /** Oldest first. */
  listOf(userId: number): Promise<readonly StoredPasskey[]>
  find(credentialId: string): Promise<StoredPasskey | undefined>
  /** Its id; undefined, with nothing changed, when there is one with this credential id. */
  add(userId: number, passkey: NewPasskey): Promise<number | undefined>
  /** False when the user has no such passkey. */
  rename(userId: number, passkeyId: number, name: string): Promise<boolean>
  /** False when the user has no such passkey. */
  remove(userId: number, passkeyId: number): Promise<boolean>
  /** Removes all of a user, and resolves with how many there were. */
  removeAll(userId: number): Promise<number>
  /** Notes that it is used now. False, with nothing changed, unless `goesOn` holds for its counter at this moment. */
  noteUse(passkeyId: number, counter: number): Promise<boolean>
}

/**
 * Whether the counter of a signature may follow the one before (WebAuthn Level 2 section 7.2 step 21). Many passkeys
 * do not count: theirs is always 0.
 */
export function goesOn(before: number, counter: number): boolean {
  return counter > before || (counter === 0 && before === 0)
}

export interface PasskeysOptions {
  readonly store: PasskeyStore
  readonly accounts: Pick<AccountKeeper, 'findUser' | 'listClients'>
  readonly note: NoteAct
  readonly noteRefusal: NoteRefusal
}

/** The `Passkeys` service over a store. */
export function createPasskeys({ store, accounts, note, noteRefusal }: PasskeysOptions): Passkeys {
  async function holderOf(principal: Parameters<Passkeys['list']>[0], userId: number): Promise<Actor> {
    const actor = await currentActor(accounts, principal)
    const missing = new GatewayError('not-found', 'user-not-found', `There is no user ${userId}`)
    const user = await accounts.findUser(userId)
    if (user === undefined) throw missing
    requireHolder(actor, user, missing)
    return user
  }

  return {
    async list(principal, userId) {
      await holderOf(principal, userId)
      return store.listOf(userId)
    },
    async add(principal, passkey) {
      const { userId } = await currentActor(accounts, principal)
      const name = readName(passkey.name)
      if ((await store.listOf(userId)).length >= MOST_PASSKEYS)
        throw new GatewayError('conflict', 'too-many-passkeys', `A user has at most ${MOST_PASSKEYS} passkeys`)
      const passkeyId = await store.add(userId, { ...passkey, name })
      if (passkeyId === undefined)
        throw new GatewayError('conflict', 'passkey-known', 'This passkey has been added already')
      await note(principal, { action: 'passkey-added', subject: `passkey ${passkeyId}`, detail: { name } })
    },
    async rename(principal, passkeyId, given) {
      const { userId } = await currentActor(accounts, principal)
      const name = readName(given)
      if (!(await store.rename(userId, passkeyId, name))) throw notFound()
      await note(principal, { action: 'passkey-renamed', subject: `passkey ${passkeyId}`, detail: { name } })
    },
    async remove(principal, passkeyId) {
      const { userId } = await currentActor(accounts, principal)
      if (!(await store.remove(userId, passkeyId))) throw notFound()
      await note(principal, { action: 'passkey-removed', subject: `passkey ${passkeyId}` })
    },
    async removeAll(principal, userId) {
      const { clientId } = await holderOf(principal, userId)
      const removed = await store.removeAll(userId)
      const detail = { passkeys: String(removed) }
      if (removed > 0)
        await note(principal, { action: 'passkeys-removed', subject: `user ${userId}`, detail, clientId })
      return removed
    },
    async logIn({ credentialId, origin, address }, check) {
      const passkey = await store.find(credentialId)
      const user = passkey && (await accounts.findUser(passkey.userId))
      if (passkey === undefined || user === undefined) return undefined
      const { userId, clientId, email: account } = user
      const refuse = (reason: RefusalReason) => {
        noteRefusal({ reason, account, isSystemId: false, clientId, origin, address })
        return undefined
      }
      const counter = await check(passkey)
      if (counter === undefined) return refuse('wrong-passkey')
      const isEnabled = user.enabled && (await accounts.listClients(clientId))[0]?.enabled === true
      if (!isEnabled) return refuse('disabled')
      return (await store.noteUse(passkey.passkeyId, counter)) ? userId : refuse('passkey-counter')
    },
  }
}

function readName(given: string): string {
  const name = given.trim()
  if (name !== '' && name.length <= LONGEST_NAME) return name
  const details = { name: `must have 1 to ${LONGEST_NAME} characters` }
  throw new GatewayError('invalid', 'invalid-settings', 'Some settings are wrong', { details })
}

function notFound(): GatewayError {
  return new GatewayError('not-found', 'passkey-not-found', 'You have no such passkey')
}
