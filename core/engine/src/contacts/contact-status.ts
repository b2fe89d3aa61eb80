import {
  type Contacts,
  GatewayError,
  type SubscriptionEntry,
  type SubscriptionSource,
  type SubscriptionStatus,
} from '@heliograph/contracts'
import { decideUndo, describeSubscription, readContactNumber } from '@heliograph/messaging'
import type { Queryable, Transaction } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { changeContacts } from './change-contacts.ts'
import type { ContactChange, ContactKey, ContactRow, WrittenContact } from './contacts.ts'
import { type EndAllTools, endAllWaiting } from './end-waiting.ts'
import { mapRowToSubscription } from './subscriptions.ts'

const MOST_ENTRIES = 1_000

interface AuditRow {
  readonly audit_id: number
  readonly status: 0 | 1
  readonly status_description: string
  readonly auddate: Date
}

/** Creates the part of `Contacts` by which users read and change whether contacts take messages. */
export function createContactStatus(tools: EndAllTools): Pick<Contacts, 'setStatus' | 'audit' | 'undo'> {
  const { sql, clock } = tools

  /** Writes the change that `decide` chooses in the same transaction. */
  async function change(decide: (tx: Transaction) => Promise<ContactChange>): Promise<WrittenContact> {
    try {
      const { decided, done } = await inTransaction(sql, async (tx) => {
        const decided = await decide(tx)
        const [done] = await changeContacts(tx, tools, [decided])
        return { decided, done }
      })
      if (done === undefined) throw new GatewayError('not-found', 'client-not-found', 'Client not found')
      if (done.ended !== undefined) await endAllWaiting(tools, decided, done.ended)
      return done
    } catch (error) {
      throw toServiceError(error)
    }
  }

  function changeTo(status: SubscriptionStatus, key: ContactKey, source: SubscriptionSource): ContactChange {
    const at = new Date(clock.now())
    const description = describeSubscription(status, at, source)
    return { ...key, status: status === 'opted-out' ? 0 : 1, description, at }
  }

  return {
    async setStatus({ clientId, userId, country }, given, status) {
      const mobile = readContactNumber(given, country)
      const { row, written } = await change(async () =>
        changeTo(status, { clientId, mobile }, { kind: 'user', userId }),
      )
      const changed = written === 'updated' || (written === 'inserted' && status === 'opted-out')
      return { changed, subscription: mapRowToSubscription(row) }
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
      const mobile = readContactNumber(given, country)
      const { row } = await change(async (tx) => {
        const last = await lockContact(tx, clientId, mobile)
        const status = decideUndo(
          last && mapRowToSubscription(last),
          changedAt,
          await hasOptedOut(tx, clientId, mobile),
        )
        return changeTo(status, { clientId, mobile }, { kind: 'undo', userId })
      })
      return mapRowToSubscription(row)
    },
  }
}

async function lockContact(tx: Transaction, clientId: number, mobile: string): Promise<ContactRow | undefined> {
  const [row] = await tx<ContactRow[]>`
    select client_id, mobile, status, status_description, auddate
    from contact where client_id = ${clientId}::bigint and mobile = ${mobile} for update`
  return row
}

async function hasOptedOut(sql: Queryable, clientId: number, mobile: string): Promise<boolean> {
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
