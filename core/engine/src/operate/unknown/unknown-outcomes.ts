import { type NoteAct, requireOperator } from '@heliograph/access'
import type { UnknownFilter, UnknownOutcomes } from '@heliograph/contracts'
import { serviceAnswer } from '../../database/service-answer.ts'
import type { UnknownTools } from './unknown-tools.ts'

/** Messages that one call decides about: the transaction takes less time than a request may. */
const AT_ONCE = 1_000

export interface UnknownOutcomesOptions {
  readonly tools: UnknownTools
  readonly note: NoteAct
}

/** Creates the `UnknownOutcomes` service. */
export function createUnknownOutcomes({ tools, note }: UnknownOutcomesOptions): UnknownOutcomes {
  return {
    async count(principal, filter) {
      requireOperator(principal)
      return serviceAnswer(tools.count(filter))
    },
    async list(principal, filter, limit) {
      requireOperator(principal)
      return serviceAnswer(tools.list(filter, Math.min(AT_ONCE, limit)))
    },
    async decide(principal, filter, decision) {
      requireOperator(principal)
      const first = await serviceAnswer(tools.list(filter, AT_ONCE))
      const ids = first.map(({ smsId }) => smsId)
      const messages = await serviceAnswer(tools.decide(ids, decision))
      const detail = { outcome: decision, messages: String(messages), ...describeFilter(filter) }
      const act = { action: 'unknown-decided', subject: 'messages of unknown outcome', detail } as const
      if (messages > 0) await note(principal, { ...act, clientId: filter.clientId ?? null })
      return messages
    },
  }
}

/** For the audit log, which has the client in a place of its own. */
function describeFilter({ route, since }: UnknownFilter): Readonly<Record<string, string>> {
  return {
    ...(route !== undefined && { route }),
    ...(since !== undefined && { since: since.toISOString() }),
  }
}
