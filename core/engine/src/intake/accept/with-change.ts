import type { StateChange } from '@heliograph/contracts'
import { requireOneMessage } from '@heliograph/messaging'
import { storableEntry } from '../../accounts/state/state-store.ts'
import { storableText } from '../../database/storable-text.ts'
import type { PreparedRequest } from './prepare.ts'

/** Adds the change that goes with the message of a request; nothing to one whose message is refused already. */
export function withChange(prepared: PreparedRequest, change: StateChange): PreparedRequest {
  const { clientId, atomic, bulkId, rows, entries } = prepared
  requireOneMessage(entries.length, rows[0]?.messageId)
  const [row] = rows
  const [entry] = entries
  if (row === undefined || entry === undefined) return prepared
  const { smsId, template, recipient, messageId, textId } = row
  const { instance, key, value, expiresAt } = storableEntry(storableText(change.instanceId), change.entryFor(entry))
  const expected = change.expected === undefined ? null : storableText(change.expected)
  const changing = {
    smsId,
    template,
    recipient,
    messageId,
    entry: row.entry,
    textId,
    change: { instance, key, value, expiresAt, expected },
  }
  return { clientId, atomic, bulkId, rows: [changing], entries }
}
