import { type NoteAct, requireOperator } from '@heliograph/access'
import {
  type MessageState,
  type OutcomeDecision,
  PRIORITIES,
  type UnknownCount,
  type UnknownFilter,
  type UnknownMessage,
  type UnknownOutcomes,
} from '@heliograph/contracts'
import type { EngineParts } from './memory-services.ts'
import type { StoredMessage } from './messages.ts'

const AT_ONCE = 1_000

const STATES = { sent: 'submitted', failed: 'cancelled', resend: 'queued' } as const satisfies Record<
  OutcomeDecision,
  MessageState
>

/** The messages that a test has moved to the state `unknown`; all of them by the only link and route. */
export function createUnknownOutcomes({ messages }: EngineParts, note: NoteAct): UnknownOutcomes {
  const find = ({ clientId, route, since }: UnknownFilter): readonly UnknownMessage[] =>
    messages
      .all()
      .filter((message) => message.state === 'unknown' && (clientId ?? message.clientId) === message.clientId)
      .filter(({ acceptedAt }) => (route ?? 'default') === 'default' && (since ?? acceptedAt) <= acceptedAt)
      .map(unknownOf)
      .sort((a, b) => (a.to < b.to ? -1 : 1))

  return {
    async count(principal, filter) {
      requireOperator(principal)
      return countByClient(find(filter))
    },
    async list(principal, filter, limit) {
      requireOperator(principal)
      return find(filter).slice(0, Math.min(AT_ONCE, limit))
    },
    async decide(principal, filter, decision) {
      requireOperator(principal)
      const decided = find(filter).slice(0, AT_ONCE)
      for (const { smsId } of decided) messages.move(smsId, STATES[decision])
      const detail = { outcome: decision, messages: String(decided.length) }
      const act = { action: 'unknown-decided', subject: 'messages of unknown outcome', detail } as const
      if (decided.length > 0) await note(principal, { ...act, clientId: filter.clientId ?? null })
      return decided.length
    },
  }
}

function unknownOf({ smsId, clientId, to, priority, acceptedAt, submittedAt }: StoredMessage): UnknownMessage {
  const since = submittedAt ?? acceptedAt
  return { smsId, clientId, to, route: 'default', priority: PRIORITIES[priority], acceptedAt, since, link: 'net/main' }
}

function countByClient(messages: readonly UnknownMessage[]): readonly UnknownCount[] {
  const clients = [...new Set(messages.map(({ clientId }) => clientId))].sort((a, b) => a - b)
  return clients.map((clientId) => {
    const own = messages.filter((message) => message.clientId === clientId)
    const oldest = Math.min(...own.map(({ acceptedAt }) => acceptedAt.getTime()))
    return { clientId, route: 'default', messages: own.length, oldestAt: new Date(oldest) }
  })
}
