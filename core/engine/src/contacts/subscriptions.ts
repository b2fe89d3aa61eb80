import { GatewayError, type Subscription, type Subscriptions } from '@heliograph/contracts'
import type { ErasedContacts } from '../accounts/erased-contacts.ts'
import { isDataFault } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import { KeyedQueue } from '../database/queues/keyed-queue.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { storableText } from '../database/storable-text.ts'
import { type ChangedContact, changeContacts } from './change-contacts.ts'
import { type ContactChange, type ContactRow, changeTo, contactSlot, findContact } from './contacts.ts'
import { type EndAllTools, endAllWaiting } from './end-waiting.ts'
import { findOptedOut } from './opted-out.ts'

const BATCH_CHANGES = 200
const LANES = 2

export interface SubscriptionTools extends EndAllTools {
  readonly erased: Pick<ErasedContacts, 'remove' | 'among'>
}

/**
 * Creates the `Subscriptions` service. `set` throws `not-found`/`client-not-found` when there is no such client; an
 * opt-in of a contact that was never recorded is recorded, but changes nothing. Changes that arrive at the same time
 * share a transaction; those of one contact follow each other.
 */
export function createSubscriptions(tools: SubscriptionTools): Subscriptions {
  const { sql, clock } = tools
  const queue = new KeyedQueue()
  const changes = new MicroBatch<ContactChange, ChangedContact>({
    run: (batch) => inTransaction(sql, (tx) => changeContacts(tx, tools, batch)),
    maxItems: BATCH_CHANGES,
    lanes: LANES,
    isolate: isDataFault,
  })

  return {
    optedOut: (clientId, mobiles) => serviceAnswer(findBlocked(tools, clientId, mobiles.map(storableText))),
    async find(clientId, mobile) {
      try {
        const row = await findContact(sql, { clientId, mobile })
        return row && mapRowToSubscription(row)
      } catch (error) {
        throw toServiceError(error)
      }
    },
    async set(clientId, mobile, status, source) {
      const change = changeTo(status, { clientId, mobile: storableText(mobile) }, source, new Date(clock.now()))
      try {
        const done = await queue.run(contactSlot(change), () => changes.add(change))
        if (done === undefined) throw new GatewayError('not-found', 'client-not-found', 'Client not found')
        if (done.ended !== undefined) await endAllWaiting(tools, change, done.ended)
        const changed = done.written === 'updated' || (done.written === 'inserted' && status === 'opted-out')
        return { changed, subscription: mapRowToSubscription(done.row) }
      } catch (error) {
        throw toServiceError(error)
      }
    },
  }
}

/** Those that have opted out, erased or not. */
async function findBlocked({ sql, erased }: SubscriptionTools, clientId: number, mobiles: readonly string[]) {
  const contacts = mobiles.map((mobile) => ({ clientId, mobile }))
  const gone = await erased.among(sql, contacts)
  return new Set([...(await findOptedOut(sql, clientId, mobiles)), ...gone.map(({ mobile }) => mobile)])
}

export function mapRowToSubscription(row: ContactRow): Subscription {
  return {
    clientId: row.client_id,
    mobile: row.mobile,
    status: row.status === 0 ? 'opted-out' : 'opted-in',
    description: row.status_description,
    changedAt: row.auddate,
  }
}
