import type { Sql, Transaction } from '../database/database.ts'
import { withDeadline } from '../database/deadline.ts'
import { retryRolledBack } from '../database/retry-rolled-back.ts'
import type { FinishTools } from '../lifecycle/finish.ts'
import { type ContactChange, type ContactKey, type WrittenContact, writeContacts } from './contacts.ts'
import { type EndedPage, endFirstPages, endWaiting } from './end-waiting.ts'

export interface ContactTools extends FinishTools {
  readonly sql: Sql
  /** Tells all nodes that messages are not to be sent any more: their contact has opted out. */
  readonly announceOptedOut: (smsIds: readonly number[]) => void
}

/** What became of a change; undefined when there is no such client. */
export type ChangedContact = (WrittenContact & { readonly ended: EndedPage | undefined }) | undefined

/** For what has no effect beside the transaction, since it may run several times. */
export async function inTransaction<T>(sql: Sql, run: (tx: Transaction) => Promise<T>): Promise<T> {
  return (await retryRolledBack(() => withDeadline(sql.begin(run)))) as T
}

/**
 * Writes statuses with their audit rows. An opt-out ends what waits for the contact, also when it had opted out before: the call before may have been cut
 * off. It begins with that here; `endOthers` has to follow the commit. No contact may come twice.
 */
export async function changeContacts(
  tx: Transaction,
  tools: FinishTools,
  changes: readonly ContactChange[],
): Promise<readonly ChangedContact[]> {
  const written = await writeContacts(tx, changes)
  const optedOut = changes.filter(({ status }, index) => status === 0 && written[index] !== undefined)
  const pages = await endFirstPages(tx, tools, optedOut)
  const ended = new Map(optedOut.map((change, index) => [change, pages[index]]))
  return changes.map((change, index) => {
    const contact = written[index]
    return contact && { ...contact, ended: ended.get(change) }
  })
}

/** Ends what waits for a contact beyond the first page. */
export async function endOthers(
  tools: ContactTools,
  { clientId, mobile }: ContactKey,
  first: EndedPage | undefined,
): Promise<void> {
  for (let page = first; page !== undefined; ) {
    if (page.atNodes.length > 0) tools.announceOptedOut(page.atNodes)
    const { next }: EndedPage = page
    page =
      next === undefined
        ? undefined
        : await inTransaction(tools.sql, (tx) => endWaiting(tx, tools, clientId, mobile, next))
  }
}
