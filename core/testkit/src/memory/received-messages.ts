import { requireOperator } from '@heliograph/access'
import type { ReceivedFilter, ReceivedMessages, ReceivedRecord } from '@heliograph/contracts'
import { isVisible, visibleChannel } from '@heliograph/messaging'
import type { EngineParts } from './memory-services.ts'

/** The contract of `ReceivedMessages` in memory. */
export function createReceivedMessages({ accounts, faults, inbox }: EngineParts): ReceivedMessages {
  return {
    async find(principal, filter) {
      faults.trip('incoming')
      const { allClients = false, before = Number.MAX_SAFE_INTEGER, limit } = filter
      if (allClients) requireOperator(principal)
      const only = allClients ? null : visibleChannel(principal, accounts.ownChannelOf(principal))
      const fitting = inbox.incoming
        .flatMap(({ incomingId, channelId, message }): readonly ReceivedRecord[] => {
          const clientId = accounts.clientOfChannel(channelId)
          if (channelId === null || clientId === undefined || !isVisible(only, channelId)) return []
          if (!allClients && clientId !== principal.clientId) return []
          const { from, to, text, encoding, receivedAt } = message
          return [{ incomingId, clientId, channelId, from, to, text, encoding, receivedAt }]
        })
        .filter((record) => record.incomingId < before && fits(record, filter))
        .sort((a, b) => b.incomingId - a.incomingId)
      const records = fitting.slice(0, limit)
      return { records, next: fitting.length > limit ? records.at(-1)?.incomingId : undefined }
    },
  }
}

function fits(record: ReceivedRecord, { incomingId, from, to, text, since, until }: ReceivedFilter): boolean {
  return (
    (incomingId === undefined || record.incomingId === incomingId) &&
    (from === undefined || record.from === from) &&
    (to === undefined || record.to === to) &&
    (text === undefined || record.text.toLowerCase().includes(text.toLowerCase())) &&
    (since === undefined || record.receivedAt >= since) &&
    (until === undefined || record.receivedAt < until)
  )
}
