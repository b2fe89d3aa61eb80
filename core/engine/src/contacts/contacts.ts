import type { SubscriptionSource, SubscriptionStatus } from '@heliograph/contracts'
import { describeSubscription } from '@heliograph/messaging'
import type { ErasedContacts } from '../accounts/erased-contacts.ts'
import { numberArray, textArray, timeArray } from '../database/arrays.ts'
import type { Queryable, Transaction } from '../database/database.ts'

/** A row of `contact`; status 0 = opted out, 1 = opted in. */
export interface ContactRow {
  readonly client_id: number
  readonly mobile: string
  readonly status: 0 | 1
  readonly status_description: string
  readonly auddate: Date
}

/** Identifies a contact. */
export interface ContactKey {
  readonly clientId: number
  /** In storable form (`storableText`). */
  readonly mobile: string
}

/** Finds what is recorded of a contact; `isLocked`: locks it until the transaction ends. */
export async function findContact(
  sql: Queryable,
  { clientId, mobile }: ContactKey,
  isLocked = false,
): Promise<ContactRow | undefined> {
  const [row] = await sql<ContactRow[]>`
    select client_id, mobile, status, status_description, auddate
    from contact where client_id = ${clientId}::bigint and mobile = ${mobile} ${isLocked ? sql`for update` : sql``}`
  return row
}

/** What is to be written for a contact. */
export interface ContactChange extends ContactKey {
  readonly status: 0 | 1
  readonly description: string
  readonly at: Date
  /** The SMS that requested it; null: something else did. */
  readonly incomingId: number | null
}

/** The change by which a contact gets a status. */
export function changeTo(
  status: SubscriptionStatus,
  { clientId, mobile }: ContactKey,
  source: SubscriptionSource,
  at: Date,
): ContactChange {
  const description = describeSubscription(status, at, source)
  const incomingId = source.kind === 'sms' ? source.incomingSmsId : null
  return { clientId, mobile, status: status === 'opted-out' ? 0 : 1, description, at, incomingId }
}

/** The key of a contact as one text. */
export function contactSlot({ clientId, mobile }: ContactKey): string {
  return `${clientId} ${mobile}`
}

/** What changing contacts needs. */
export interface WriteTools {
  readonly erased: Pick<ErasedContacts, 'remove'>
}

/** A contact after a change. */
export interface WrittenContact {
  readonly row: ContactRow
  /** Undefined: it had the status already. */
  readonly written: 'inserted' | 'updated' | undefined
}

/**
 * Sets statuses where they differ or nothing is recorded yet, and writes an audit row for each. No contact may appear
 * twice. One that was erased while it had opted out counts as opted out until then. Resolves with the contacts in
 * order; undefined where there is no such client, for which nothing is written.
 */
export async function writeContacts(
  tx: Transaction,
  { erased }: WriteTools,
  changes: readonly ContactChange[],
): Promise<readonly (WrittenContact | undefined)[]> {
  // xmax is 0 in a row that was inserted and the transaction's own id in one that was updated.
  const rows = await tx<(ContactRow & { inserted: boolean })[]>`
    with given as materialized (
      select *
      from unnest(
        ${numberArray(changes.map(({ clientId }) => clientId))}::bigint[],
        ${textArray(changes.map(({ mobile }) => mobile))}::text[],
        ${numberArray(changes.map(({ status }) => status))}::smallint[],
        ${textArray(changes.map(({ description }) => description))}::text[],
        ${timeArray(changes.map(({ at }) => at.getTime()))}::timestamptz[],
        ${numberArray(changes.map(({ incomingId }) => incomingId))}::bigint[]
      ) as change (client_id, mobile, status, status_description, auddate, incoming_id)
      where exists (select from client where client.client_id = change.client_id offset 0)
      order by client_id, mobile
    ),
    audited as (
      insert into contact_audit (client_id, mobile, status, status_description, auddate, incoming_id)
      select * from given
    )
    insert into contact (client_id, mobile, status, status_description, auddate)
    select client_id, mobile, status, status_description, auddate from given order by client_id, mobile
    on conflict (client_id, mobile) do update
    set status = excluded.status, status_description = excluded.status_description, auddate = excluded.auddate
    where contact.status <> excluded.status
    returning client_id, mobile, status, status_description, auddate, xmax = 0 as inserted`
  const joining = changes.filter(({ status }) => status === 1)
  const back = new Set((await erased.remove(tx, joining)).map(contactSlot))
  const contacts = new Map<string, WrittenContact>()
  for (const { inserted, ...row } of rows) {
    const isNew = inserted && !back.has(slotOfRow(row))
    contacts.set(slotOfRow(row), { row, written: isNew ? 'inserted' : 'updated' })
  }
  const others = changes.filter((change) => !contacts.has(contactSlot(change)))
  for (const row of await findContacts(tx, others)) contacts.set(slotOfRow(row), { row, written: undefined })
  return changes.map((change) => contacts.get(contactSlot(change)))
}

/** The slots (`contactSlot`) of those contacts that have opted out, which are locked until the transaction ends. */
export async function findOptedOut(tx: Transaction, keys: readonly ContactKey[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await tx<Pick<ContactRow, 'client_id' | 'mobile'>[]>`
    with given as materialized (
      select * from unnest(
        ${numberArray(keys.map(({ clientId }) => clientId))}::bigint[],
        ${textArray(keys.map(({ mobile }) => mobile))}::text[]
      ) as key (client_id, mobile)
      order by client_id, mobile
    )
    select contact.client_id, contact.mobile
    from given
    cross join lateral (
      select client_id, mobile from contact
      where client_id = given.client_id and mobile = given.mobile and status = 0 limit 1 for update
    ) as contact`
  return new Set(rows.map(slotOfRow))
}

/**
 * Uses a statement of its own, which sees what another transaction wrote while the previous statement waited for it.
 */
async function findContacts(tx: Transaction, keys: readonly ContactKey[]): Promise<readonly ContactRow[]> {
  if (keys.length === 0) return []
  return tx<ContactRow[]>`
    select contact.client_id, contact.mobile, contact.status, contact.status_description, contact.auddate
    from unnest(
      ${numberArray(keys.map(({ clientId }) => clientId))}::bigint[],
      ${textArray(keys.map(({ mobile }) => mobile))}::text[]
    ) as given (client_id, mobile)
    cross join lateral (
      select * from contact where client_id = given.client_id and mobile = given.mobile limit 1
    ) as contact`
}

function slotOfRow(row: Pick<ContactRow, 'client_id' | 'mobile'>): string {
  return contactSlot({ clientId: row.client_id, mobile: row.mobile })
}
