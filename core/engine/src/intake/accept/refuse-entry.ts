import type { SubmitEntry } from '@heliograph/contracts'
import { type IsErased, NONE_ERASED } from '../../accounts/erased-contacts.ts'
import type { AcceptRow, PreparedRequest } from './prepare.ts'

/** Answers a message of a request as refused. */
export function refuseEntry(entries: SubmitEntry[], row: Pick<AcceptRow, 'entry'>, state: SubmitEntry['state']): void {
  entries[row.entry] = { ...(entries[row.entry] as SubmitEntry), smsId: 0, state, acceptedAt: null }
}

/** Refuses the messages of a request to contacts that had opted out when they were erased; what is left is stored. */
export function refuseErased(prepared: PreparedRequest, isErased: IsErased): PreparedRequest {
  if (isErased === NONE_ERASED) return prepared
  const rows = prepared.rows.filter((row) => row.template.isUnblocked || !isErased(row.recipient))
  if (rows.length === prepared.rows.length) return prepared
  const left = new Set(rows)
  for (const row of prepared.rows) if (!left.has(row)) refuseEntry(prepared.entries, row, 'opted-out')
  return { ...prepared, rows }
}
