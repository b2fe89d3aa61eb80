import type { MessageHistory, Principal } from '@heliograph/contracts'
import { formatLinkId, isVisible, type PartFacts, tellHistory, visibleChannel } from '@heliograph/messaging'
import type { EngineParts } from './memory-services.ts'
import { recordOf, type StoredMessage } from './messages.ts'

/**
 * What happened to the messages of the double. Its networks answer for a message as a whole, at the first attempt; it
 * has no webhooks.
 */
export function createHistory({ accounts, faults, inbox, messages, segments }: EngineParts): MessageHistory {
  function find(principal: Principal, smsId: number): StoredMessage | undefined {
    const found = messages.has(smsId) ? messages.get(smsId) : segments.find(smsId)
    if (found === undefined || principal.role === 'operator') return found
    const only = visibleChannel(principal, accounts.ownChannelOf(principal))
    return found.clientId === principal.clientId && isVisible(only, found.channelId) ? found : undefined
  }

  return {
    async of(principal, smsId) {
      faults.trip('history')
      const message = find(principal, smsId)
      if (message === undefined) return undefined
      const link = message.state === 'submitting' ? linkOf(message) : null
      const isPrepaid = accounts.credit(message.clientId) !== null
      const notes = inbox.notesOf(message.smsId)
      const parts = partsOf(message)
      const { requestId } = message
      const facts = { requestId, link, isPrepaid, parts, ...notes, webhooks: [], attempts: [] }
      return tellHistory(recordOf(message), facts)
    },
  }
}

function linkOf({ carrier }: StoredMessage): string {
  return formatLinkId(carrier ?? 'memory', 'main')
}

function partsOf(message: StoredMessage): readonly PartFacts[] {
  const { doneAt, errorId, networkId, networkStatus, state, submittedAt: answeredAt } = message
  if (answeredAt === null) return []
  const link = linkOf(message)
  return [{ attempt: 1, part: 1, link, networkId, state, networkStatus, errorId, answeredAt, doneAt }]
}
