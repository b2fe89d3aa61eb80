import type { Transaction } from '../database/database.ts'
import type { FinishTools } from '../outbound/lifecycle/finish.ts'
import { type ContactChange, type WriteTools, type WrittenContact, writeContacts } from './contacts.ts'
import { type EndedPage, endPages } from './end-waiting.ts'

/** What changing contacts and ending what waits for them needs. */
export type ChangeTools = FinishTools & WriteTools

/** What became of a change; undefined when there is no such client. */
export type ChangedContact = (WrittenContact & { readonly ended: EndedPage | undefined }) | undefined

/**
 * Writes statuses with their audit rows. An opt-out ends the messages that wait for the contact, even if it had opted
 * out before, since the earlier call may have been cut off. The first page is ended here; after the commit,
 * `endAllWaiting` has to go on from the page in `ended`. No contact may appear twice.
 */
export async function changeContacts(
  tx: Transaction,
  tools: ChangeTools,
  changes: readonly ContactChange[],
): Promise<readonly ChangedContact[]> {
  const written = await writeContacts(tx, tools, changes)
  const optedOut = changes.filter(({ status }, index) => status === 0 && written[index] !== undefined)
  const pages = await endPages(tx, tools, optedOut)
  const ended = new Map(optedOut.map((change, index) => [change, pages[index]]))
  return changes.map((change, index) => {
    const contact = written[index]
    return contact && { ...contact, ended: ended.get(change) }
  })
}
