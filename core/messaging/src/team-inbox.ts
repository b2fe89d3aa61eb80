import { GatewayError, LONGEST_NOTE } from '@heliograph/contracts'

/** A note without blanks around it. Throws `invalid`/`bad-note`. */
export function readNote(given: string): string {
  const text = given.trim()
  if (text !== '' && text.length <= LONGEST_NOTE) return text
  const details = { text: `must have 1 to ${LONGEST_NOTE} characters` }
  throw new GatewayError('invalid', 'bad-note', 'The note cannot be saved', { details })
}

export function conversationNotFound(contact: string): GatewayError {
  return new GatewayError('not-found', 'conversation-not-found', `${contact} has never written to this channel`)
}

export function unknownColleague(): GatewayError {
  const details = { assigneeId: 'must be the id of an enabled user of the client' }
  return new GatewayError('invalid', 'unknown-colleague', 'There is no such colleague', { details })
}
