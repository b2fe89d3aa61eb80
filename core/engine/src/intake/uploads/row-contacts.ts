import type { UploadCells } from '@heliograph/contracts'
import { contactsNeeded, type RowContacts, type RowReader } from '@heliograph/messaging'
import { selectContactValues } from '../../contacts/contact-values.ts'
import type { Queryable } from '../../database/database.ts'

/** What the texts of rows need to know about contacts. Runs no statement where they need nothing. */
export async function findRowContacts(
  sql: Queryable,
  clientId: number,
  reader: RowReader | undefined,
  rows: readonly UploadCells[],
): Promise<RowContacts> {
  const mobiles = reader === undefined ? [] : await contactsNeeded(reader, rows)
  if (mobiles.length === 0) return new Map()
  const contacts = await selectContactValues(sql, clientId, mobiles)
  return new Map(contacts.map((contact) => [contact.mobile, contact]))
}
