import { GatewayError, type HandsetMessage, type VirtualPhones } from '@heliograph/contracts'

/** Handsets on which a test can put any messages. */
export interface MemoryPhones extends VirtualPhones {
  /** Oldest first. */
  readonly messages: HandsetMessage[]
}

export function createMemoryPhones(): MemoryPhones {
  const messages: HandsetMessage[] = []
  return {
    messages,
    newest: (limit) => messages.slice(-limit).reverse(),
    async answer(smsId, text) {
      const message = messages.findLast((each) => each.smsId === smsId)
      if (message === undefined) {
        throw new GatewayError('not-found', 'message-not-on-a-phone', 'No virtual phone has this message any more')
      }
      messages.push({ ...message, order: messages.length + 1, direction: 'answered', text })
      return { incomingId: messages.length, channelId: null }
    },
  }
}
