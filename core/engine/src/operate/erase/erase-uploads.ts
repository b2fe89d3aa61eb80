import type { UploadCells } from '@heliograph/contracts'
import { normaliseNumber } from '@heliograph/messaging'
import type { ContactKey } from '../../contacts/contacts.ts'
import type { Sql } from '../../database/database.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { findChunk } from '../../intake/uploads/row-chunks.ts'

/**
 * Makes the rows with a number unreadable in all uploads of a client, in a transaction for each chunk of rows: one that
 * was not sent yet is left out. Resolves with how many rows.
 */
export async function eraseUploads(sql: Sql, contact: ContactKey, country: string): Promise<number> {
  const uploads = await sql<{ upload_id: number }[]>`
    select upload_id from upload where client_id = ${contact.clientId}::bigint order by upload_id`
  let erased = 0
  for (const { upload_id: uploadId } of uploads) {
    for (let row: number | undefined = 0; row !== undefined; ) {
      const step: { rows: number; next: number | undefined } = await inTransaction(sql, async (tx) => {
        const locked = await tx`select from upload where upload_id = ${uploadId}::bigint for update`
        const chunk = locked.length === 0 ? undefined : await findChunk(tx, uploadId, row as number)
        if (chunk === undefined) return { rows: 0, next: undefined }
        const cells = chunk.cells.map((each) => (hasNumber(each, contact.mobile, country) ? null : each))
        const rows = cells.filter((each, index) => each !== chunk.cells[index]).length
        if (rows > 0)
          await tx`
            update upload_chunk set cells = ${JSON.stringify(cells)}::text::jsonb
            where upload_id = ${uploadId}::bigint and first_row = ${chunk.firstRow}::integer`
        return { rows, next: chunk.firstRow + chunk.cells.length }
      })
      erased += step.rows
      row = step.next
    }
    await sql`delete from upload_number where upload_id = ${uploadId}::bigint and mobile = ${contact.mobile}`
  }
  return erased
}

function hasNumber(cells: UploadCells, mobile: string, country: string): boolean {
  return cells?.some((cell) => cell !== '' && normaliseNumber(cell, 'local', country) === mobile) ?? false
}
