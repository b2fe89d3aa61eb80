import { GatewayError, type Subscription, type Subscriptions } from '@heliograph/contracts'
import { describeSubscription } from '@heliograph/messaging'
import type { Sql, Transaction } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { retryRolledBack } from '../database/retry-rolled-back.ts'
import type { FinishTools } from '../lifecycle/finish.ts'
import { type ContactRow, findContact, writeContact, writeContactAudit } from './contacts.ts'
import { type EndedPage, endWaiting } from './end-waiting.ts'

export interface SubscriptionsOptions extends FinishTools {
  readonly sql: Sql
  /** Tells all nodes that messages are not to be sent any more: their contact has opted out. */
  readonly announceOptedOut: (smsIds: readonly number[]) => void
}

/**
 * Creates the `Subscriptions` service. `set` throws `not-found`/`client-not-found` when there is no such client; an opt-in of a contact
 * that was never recorded is recorded, but changes nothing. An opt-out ends what waits for the contact, also when it had opted out before: the call before may
 * have been cut off.
 */
export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { sql, clock } = options

  async function inTransaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    return (await retryRolledBack(() => sql.begin(run))) as T
  }

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
      const endPage = (tx: Transaction, below?: number) => endWaiting(tx, options, clientId, mobile, below)
      const tell = ({ atNodes }: EndedPage) => atNodes.length > 0 && options.announceOptedOut(atNodes)
      const change = { clientId, mobile, status: status === 'opted-out' ? 0 : 1, description, at } as const
      try {
        const { ended, ...result } = await inTransaction(async (tx) => {
          const written = await writeContact(tx, change)
          const row = written ?? (await findContact(tx, clientId, mobile))
          if (row === undefined) throw new GatewayError('not-found', 'client-not-found', 'Client not found')
          await writeContactAudit(tx, change)
          const changed = written !== undefined && !(written.inserted && status === 'opted-in')
          const subscription = mapRowToSubscription(row)
          return { changed, subscription, ended: status === 'opted-out' ? await endPage(tx) : undefined }
        })
        for (let page = ended; page !== undefined; ) {
          tell(page)
          const { next } = page
          page = next === undefined ? undefined : await inTransaction((tx) => endPage(tx, next))
        }
        return result
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
