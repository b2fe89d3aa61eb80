import { GatewayError, type Subscription, type Subscriptions } from '@heliograph/contracts'
import { describeSubscription } from '@heliograph/messaging'
import { isDataFault, type Transaction } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { withDeadline } from '../database/deadline.ts'
import { KeyTurns } from '../database/key-turns.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import { retryRolledBack } from '../database/retry-rolled-back.ts'
import { storableText } from '../database/storable-text.ts'
import type { FinishTools } from '../lifecycle/finish.ts'
import {
  type ContactChange,
  type ContactRow,
  contactSlot,
  findContact,
  type WrittenContact,
  writeContacts,
} from './contacts.ts'
import { type EndAllTools, type EndedPage, endAllWaiting, endFirstPages } from './end-waiting.ts'

const BATCH_CHANGES = 200
const LANES = 2

/** What became of a change; undefined when there is no such client. */
type Done = (WrittenContact & { readonly ended: EndedPage | undefined }) | undefined

/**
 * Creates the `Subscriptions` service. `set` throws `not-found`/`client-not-found` when there is no such client; an opt-in of a contact
 * that was never recorded is recorded, but changes nothing. An opt-out ends what waits for the contact, also when it had opted out before: the call before may
 * have been cut off. Changes that come at the same time share a transaction; those of one contact take turns.
 */
export function createSubscriptions(options: EndAllTools): Subscriptions {
  const { sql, clock } = options
  const turns = new KeyTurns()
  const changes = new MicroBatch<ContactChange, Done>({
    run: (batch) =>
      retryRolledBack(() => withDeadline(sql.begin((tx) => changeContacts(tx, options, batch)))) as Promise<
        readonly Done[]
      >,
    maxItems: BATCH_CHANGES,
    lanes: LANES,
    isolate: isDataFault,
  })

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
      const code = status === 'opted-out' ? 0 : 1
      const change: ContactChange = { clientId, mobile: storableText(mobile), status: code, description, at }
      try {
        const done = await turns.run(contactSlot(change), () => changes.add(change))
        if (done === undefined) throw new GatewayError('not-found', 'client-not-found', 'Client not found')
        if (done.ended !== undefined) await endAllWaiting(options, change, done.ended)
        const changed = done.written === 'updated' || (done.written === 'inserted' && status === 'opted-out')
        return { changed, subscription: mapRowToSubscription(done.row) }
      } catch (error) {
        throw toServiceError(error)
      }
    },
  }
}

async function changeContacts(
  tx: Transaction,
  tools: FinishTools,
  batch: readonly ContactChange[],
): Promise<readonly Done[]> {
  const written = await writeContacts(tx, batch)
  const optedOut = batch.filter(({ status }, index) => status === 0 && written[index] !== undefined)
  const pages = await endFirstPages(tx, tools, optedOut)
  const ended = new Map(optedOut.map((change, index) => [change, pages[index]]))
  return batch.map((change, index) => {
    const contact = written[index]
    return contact && { ...contact, ended: ended.get(change) }
  })
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
