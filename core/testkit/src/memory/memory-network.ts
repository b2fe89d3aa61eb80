import type { NetworkIncoming, NetworkReceipt, UnreportedPart, UnreportedQuery } from '@heliograph/contracts'
import { canonicalNetworkId, mayFollow, networkIdCandidates, stateAfterReceipt } from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'
import type { Messages } from './messages.ts'

/** A receipt as it came, with the message it was matched to; null when none fits. */
export interface TakenReceipt {
  readonly receipt: NetworkReceipt
  readonly smsId: number | null
}

/** An incoming SMS as it came, with the channel of its number; null when no channel has it. */
export interface TakenIncoming {
  readonly message: NetworkIncoming
  readonly incomingId: number
  readonly channelId: number | null
}

/** What came from the network, and what it does to the messages of the double. */
export interface NetworkInbox {
  readonly receipts: readonly TakenReceipt[]
  readonly incoming: readonly TakenIncoming[]
  takeReceipt(receipt: NetworkReceipt): TakenReceipt
  takeIncoming(message: NetworkIncoming): TakenIncoming
  unreported(query: UnreportedQuery): readonly UnreportedPart[]
}

export function createNetworkInbox(accounts: Accounts, messages: Messages): NetworkInbox {
  const receipts: TakenReceipt[] = []
  const incoming: TakenIncoming[] = []

  function match(receipt: NetworkReceipt): number | null {
    const candidates = new Set(networkIdCandidates(receipt.networkId))
    const fitting = messages
      .all()
      .filter(
        ({ carrier, networkId, to }) =>
          carrier === receipt.carrier &&
          networkId !== null &&
          candidates.has(canonicalNetworkId(networkId)) &&
          (receipt.to === undefined || receipt.to === to),
      )
    return fitting.at(-1)?.smsId ?? null
  }

  return {
    receipts,
    incoming,
    takeReceipt(receipt) {
      const taken = { receipt, smsId: match(receipt) }
      receipts.push(taken)
      const state = stateAfterReceipt(receipt.status)
      if (taken.smsId !== null && mayFollow(messages.get(taken.smsId).state, state)) {
        const { doneAt: at, networkStatus, errorId } = receipt
        messages.move(taken.smsId, state, { at, networkStatus, ...(errorId === null ? {} : { errorId }) })
      }
      return taken
    },
    takeIncoming(message) {
      const channelId = accounts.channelByNumber(message.to)?.channelId ?? null
      const taken = { message, incomingId: incoming.length + 1, channelId }
      incoming.push(taken)
      return taken
    },
    unreported: ({ carrier, submittedBefore, afterSmsId, limit }) =>
      messages
        .all()
        .filter((message) => message.state === 'submitted' && message.carrier === carrier && message.smsId > afterSmsId)
        .flatMap(({ smsId, networkId, to, submittedAt }) =>
          networkId === null || submittedAt === null || submittedAt >= submittedBefore
            ? []
            : [{ smsId, networkId, to, submittedAt }],
        )
        .slice(0, limit),
  }
}
