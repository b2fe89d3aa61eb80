import { type Contacts, GatewayError, type SubscriptionEntry, type Subscriptions } from '@heliograph/contracts'
import { decideUndo, readContactNumber } from '@heliograph/messaging'
import type { ErasedContacts } from '../accounts/erased-contacts.ts'
import type { Queryable } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { changeContacts } from './change-contacts.ts'
import { type ContactKey, changeTo, findContact } from './contacts.ts'
import { type EndAllTools, endAllWaiting } from './end-waiting.ts'
import { mapRowToSubscription } from './subscriptions.ts'

const MOST_ENTRIES = 1_000

interface AuditRow {
  readonly audit_id: number
  readonly status: 0 | 1
  readonly status_description: string
  readonly auddate: Date
}

export interface ContactStatusOptions extends EndAllTools {
  readonly subscriptions: Pick<Subscriptions, 'set'>
  readonly erased: Pick<ErasedContacts, 'remove' | 'among'>
}

/** Creates the part of `Contacts` by which users read and change whether contacts take messages. */
export function createContactStatus(options: ContactStatusOptions): Pick<Contacts, 'setStatus' | 'audit' | 'undo'> {
  const { sql, clock, subscriptions } = options

  return {
    async setStatus({ clientId, userId, country }, given, status) {
      return subscriptions.set(clientId, readContactNumber(given, country), status, { kind: 'user', userId })
    },
    async audit({ clientId, country }, given, { limit, before }) {
      const mobile = readContactNumber(given, country)
      const entries = Math.min(Math.max(limit, 1), MOST_ENTRIES)
      const rows = await serviceAnswer(sql<AuditRow[]>`
        select audit_id, status, status_description, auddate from contact_audit
        where client_id = ${clientId}::bigint and mobile = ${mobile}
          and audit_id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
        order by client_id desc, mobile desc, audit_id desc limit ${entries}::integer + 1`)
      const page = rows.slice(0, entries)
      return {
        entries: page.map((row, index) => mapRowToEntry(row, rows[index + 1])),
        next: rows.length > entries ? page.at(-1)?.audit_id : undefined,
      }
    },
    async undo({ clientId, userId, country }, given, changedAt) {
      const key = { clientId, mobile: readContactNumber(given, country) }
      try {
        const { change, done } = await inTransaction(sql, async (tx) => {
          const last = await findContact(tx, key, true)
          const status = decideUndo(last && mapRowToSubscription(last), changedAt, await hasOptedOut(tx, key))
          const change = changeTo(status, key, { kind: 'undo', userId }, new Date(clock.now()))
          const [done] = await changeContacts(tx, options, [change])
          return { change, done }
        })
        if (done === undefined) throw new GatewayError('not-found', 'client-not-found', 'Client not found')
        if (done.ended !== undefined) await endAllWaiting(options, change, done.ended)
        return mapRowToSubscription(done.row)
      } catch (error) {
        throw toServiceError(error)
      }
    },
  }
}

async function hasOptedOut(sql: Queryable, { clientId, mobile }: ContactKey): Promise<boolean> {
  const rows = await sql`
    select from contact_audit where client_id = ${clientId}::bigint and mobile = ${mobile} and status = 0 limit 1`
  return rows.length > 0
}

/** Before its first entry a contact counted as opted in. */
function mapRowToEntry(row: AuditRow, before: AuditRow | undefined): SubscriptionEntry {
  return {
    entryId: row.audit_id,
    status: row.status === 0 ? 'opted-out' : 'opted-in',
    description: row.status_description,
    at: row.auddate,
    changed: row.status !== (before?.status ?? 1),
  }
}
