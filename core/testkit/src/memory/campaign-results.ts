import { type CampaignResults, type MessageState, RESPONSE_DAYS, type TextResults } from '@heliograph/contracts'
import type { EngineParts } from './memory-services.ts'
import type { StoredMessage } from './messages.ts'

const RESPONSE_MS = RESPONSE_DAYS * 86_400_000

/** What became of messages, and what their recipients did; for each of two texts, if two are compared. */
export function resultsOf(
  parts: Pick<EngineParts, 'accounts' | 'contacts' | 'inbox'>,
  messages: readonly StoredMessage[],
  isCompared: boolean,
): CampaignResults {
  const texts = (['A', 'B'] as const).flatMap((text): TextResults[] => {
    const own = messages.filter(({ reference }) => isCompared && reference === text)
    const { states, ...people } = countAll(parts, own)
    return own.length === 0 ? [] : [{ text, ...people, delivered: states.delivered ?? 0 }]
  })
  return { ...countAll(parts, messages), texts }
}

function countAll(
  { accounts, contacts, inbox }: Pick<EngineParts, 'accounts' | 'contacts' | 'inbox'>,
  messages: readonly StoredMessage[],
): Omit<CampaignResults, 'texts'> {
  const states: Partial<Record<MessageState, number>> = {}
  for (const { state } of messages) states[state] = (states[state] ?? 0) + 1

  const numbersThat = (did: (message: StoredMessage) => boolean) =>
    new Set(messages.filter(did).map(({ to }) => to)).size
  const isAnswer = ({ scheduledAt, acceptedAt }: StoredMessage, at: Date) => {
    const after = at.getTime() - (scheduledAt ?? acceptedAt).getTime()
    return after >= 0 && after < RESPONSE_MS
  }
  return {
    states,
    recipients: numbersThat(() => true),
    replied: numbersThat((message) =>
      inbox.incoming.some(
        (taken) =>
          taken.message.from === message.to &&
          accounts.clientOfChannel(taken.channelId) === message.clientId &&
          isAnswer(message, taken.message.receivedAt),
      ),
    ),
    optedOut: numbersThat((message) => {
      const contact = contacts.find(message.clientId, message.to)
      return contact?.status === 'opted-out' && isAnswer(message, contact.changedAt)
    }),
  }
}
