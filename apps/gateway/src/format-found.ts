import type { FoundMessage } from '@heliograph/engine'
import { formatTable } from './table.ts'

/** Number of characters shown of a text: enough to recognise it. */
const TEXT_SHOWN = 40

/** Formats messages for people, one line each. */
export function formatFound(found: readonly FoundMessage[]): readonly string[] {
  if (found.length === 0) return ['There is no such message.']
  return formatTable(['message', 'accepted', 'client', 'from', 'state', 'done', 'text'], found.map(toRow))
}

function toRow({ clientId, record }: FoundMessage): readonly string[] {
  const { smsId, acceptedAt, from, state, doneAt, text } = record
  const shown = text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN - 1)}…` : text
  return [String(smsId), acceptedAt.toISOString(), String(clientId), from, state, doneAt?.toISOString() ?? '-', shown]
}
