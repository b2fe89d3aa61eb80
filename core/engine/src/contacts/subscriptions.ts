import { type Clock, GatewayError, type Subscription, type Subscriptions } from '@heliograph/contracts'
import { describeSubscription } from '@heliograph/messaging'
import type { Sql } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { type ContactRow, findContact, writeContact, writeContactAudit } from './contacts.ts'

export interface SubscriptionsOptions {
  readonly sql: Sql
  readonly clock: Clock
}

/**
 * Creates the `Subscriptions` service. `set` throws `not-found`/`client-not-found` when there is no such client; an opt-in of a contact
 * that was never recorded is recorded, but changes nothing.
 */
export function createSubscriptions({ sql, clock }: SubscriptionsOptions): Subscriptions {
  return {
    async find(clientId, mobile) {
      try {
        const row = await findContact(sql, clientId, mobile)
        return row && mapRowToSubscription(row)
      } catch (error) {
        throw toServiceError(error)
      }
    },
    async set(clientId, mobile, status, source) {
      const at = new Date(clock.now())
      const description = describeSubscription(status, at, source)
      const change = { clientId, mobile, status: status === 'opted-out' ? 0 : 1, description, at } as const
      try {
        return await sql.begin(async (tx) => {
          const written = await writeContact(tx, change)
          const row = written ?? (await findContact(tx, clientId, mobile))
          if (row === undefined) throw new GatewayError('not-found', 'client-not-found', 'Client not found')
          await writeContactAudit(tx, change)
          const changed = written !== undefined && !(written.inserted && status === 'opted-in')
          return { changed, subscription: mapRowToSubscription(row) }
        })
      } catch (error) {
        throw toServiceError(error)
      }
    },
  }
}

function mapRowToSubscription(row: ContactRow): Subscription {
  return {
    clientId: row.client_id,
    mobile: row.mobile,
    status: row.status === 0 ? 'opted-out' : 'opted-in',
    description: row.status_description,
    changedAt: row.auddate,
  }
}
