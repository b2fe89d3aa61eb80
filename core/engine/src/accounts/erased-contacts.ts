import type { Clock } from '@heliograph/contracts'
import { mapInSlices } from '@heliograph/messaging'
import { numberArray, textArray } from '../database/arrays.ts'
import type { Queryable, Sql, Transaction } from '../database/database.ts'
import { LIFETIME_MS } from './directory.ts'
import type { SecretBox } from './master-keys/secret-box.ts'
import { BLIND_LIFETIME_MS, RememberedLookups } from './remembered-lookups.ts'

/** Whether a number had opted out of the messages of one client when it was erased. */
export type IsErased = (mobile: string) => boolean

/** A number as a contact of a client. */
interface Contact {
  readonly clientId: number
  readonly mobile: string
}

/** Of a client none of whose contacts was. */
export const NONE_ERASED: IsErased = () => false

export interface ErasedContactsOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly secrets: Pick<SecretBox, 'contactHash'>
}

/**
 * Contacts that had opted out when their number was erased. The database has a keyed hash of each, which does
 * not tell the number, but a number that a client or its contact names again is recognised.
 */
export class ErasedContacts {
  readonly #secrets: Pick<SecretBox, 'contactHash'>
  readonly #clients: RememberedLookups<number, IsErased>

  constructor({ sql, clock, secrets }: ErasedContactsOptions) {
    this.#secrets = secrets
    this.#clients = new RememberedLookups({ clock, load: (clientIds) => this.#load(sql, clientIds) })
  }

  /**
   * Those of a client. They are remembered as accounts are, because every request asks. Rejects with `unavailable` when
   * the database is needed and away.
   */
  ofClient(clientId: number): IsErased | Promise<IsErased> {
    const known = this.#clients.get(clientId)
    return known instanceof Promise ? known.then((isErased) => isErased ?? NONE_ERASED) : (known ?? NONE_ERASED)
  }

  /** Forgets what is remembered, because something has changed. */
  invalidate(): void {
    this.#clients.clear()
  }

  /** Sets whether changes are currently announced to this node. */
  setLive(isLive: boolean): void {
    this.#clients.lifetimeMs = isLive ? LIFETIME_MS : BLIND_LIFETIME_MS
  }

  /** Finds those of some contacts that were erased. */
  async among<T extends Contact>(sql: Queryable, contacts: readonly T[]): Promise<readonly T[]> {
    const possible = await withErased(sql, contacts)
    if (possible.length === 0) return []
    const rows = await sql<{ place: number }[]>`
      select given.place from ${hashed(sql, possible, await this.#hash(possible))}
      cross join lateral (
        select from erased_contact
        where erased_contact.client_id = given.client_id and number_hash = given.number_hash limit 1
      ) as erased`
    return rows.map(({ place }) => possible[place - 1] as T)
  }

  /** Contacts that have opted in again are like any other. Resolves with those that were erased. */
  async remove<T extends Contact>(tx: Transaction, contacts: readonly T[]): Promise<readonly T[]> {
    const possible = await withErased(tx, contacts)
    if (possible.length === 0) return []
    const rows = await tx<{ place: number }[]>`
      delete from erased_contact using ${hashed(tx, possible, await this.#hash(possible))}
      where erased_contact.client_id = given.client_id and erased_contact.number_hash = given.number_hash
      returning given.place`
    return rows.map(({ place }) => possible[place - 1] as T)
  }

  async add(tx: Transaction, contact: Contact): Promise<void> {
    await tx`
      insert into erased_contact (client_id, number_hash)
      select client_id, number_hash from ${hashed(tx, [contact], await this.#hash([contact]))} on conflict do nothing`
  }

  /** As Postgres takes them. One takes some 3 us, so that those of a long list would hold up other work. */
  #hash(contacts: readonly Contact[]): Promise<readonly string[]> {
    return mapInSlices(contacts, ({ clientId, mobile }) => this.#secrets.contactHash(clientId, mobile).toString('hex'))
  }

  async #load(sql: Sql, clientIds: readonly number[]): Promise<ReadonlyMap<number, IsErased>> {
    const rows = await sql<{ client_id: number; hashes: string[] }[]>`
      select client_id, array_agg(encode(number_hash, 'hex')) as hashes from erased_contact
      where client_id = any(${numberArray(clientIds)}::bigint[]) group by client_id`
    const known = new Map<number, IsErased>(clientIds.map((clientId) => [clientId, NONE_ERASED]))
    for (const { client_id: clientId, hashes } of rows) {
      const own = new Set(hashes)
      known.set(clientId, (mobile) => own.has(this.#secrets.contactHash(clientId, mobile).toString('hex')))
    }
    return known
  }
}

/** Contacts with the hashes of their numbers, as a table. Places count from 1. */
function hashed(sql: Queryable, contacts: readonly Contact[], hashes: readonly string[]) {
  return sql`(
    select client_id, decode(hash, 'hex') as number_hash, place::integer as place
    from unnest(
      ${numberArray(contacts.map(({ clientId }) => clientId))}::bigint[], ${textArray(hashes)}::text[]
    ) with ordinality as each (client_id, hash, place)
  ) as given`
}

/** The contacts of clients that have erased contacts at all, so that those of the others need no hash. */
async function withErased<T extends Contact>(sql: Queryable, contacts: readonly T[]): Promise<readonly T[]> {
  if (contacts.length === 0) return []
  const clientIds = [...new Set(contacts.map(({ clientId }) => clientId))]
  const rows = await sql<{ client_id: number }[]>`
    select client_id from unnest(${numberArray(clientIds)}::bigint[]) as given (client_id)
    where exists (select from erased_contact where erased_contact.client_id = given.client_id)`
  const having = new Set(rows.map(({ client_id: clientId }) => clientId))
  return contacts.filter(({ clientId }) => having.has(clientId))
}
