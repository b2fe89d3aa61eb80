import { type NoteAct, requireOperator } from '@heliograph/access'
import {
  GatewayError,
  type HoldScope,
  type Holds,
  LONGEST_HOLD_REASON,
  type Principal,
  type SendingHold,
} from '@heliograph/contracts'
import { describeScope } from '@heliograph/messaging'
import type { EngineParts } from './memory-services.ts'

const KINDS = ['deployment', 'route', 'client'] as const

/** What is on hold, by kind and name. */
export type HeldSending = Map<string, SendingHold>

/** Holds that are listed; the double sends nothing by itself that they could hold. */
export function createHolds({ accounts, clock }: EngineParts, note: NoteAct, holds: HeldSending): Holds {
  const requireScope = (principal: Principal, { kind, name }: HoldScope) => {
    if (kind === 'route' && name !== 'default')
      throw new GatewayError('not-found', 'route-not-found', `There is no route ${name}`)
    if (kind === 'client' && accounts.actingFor(principal, Number(name)) === undefined)
      throw new GatewayError('not-found', 'client-not-found', 'Client not found')
  }
  return {
    async list(principal) {
      requireOperator(principal)
      return [...holds.values()].sort(
        (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.name < b.name ? -1 : 1),
      )
    },
    async hold(principal, scope, reason) {
      requireOperator(principal)
      requireScope(principal, scope)
      const at = holds.get(keyOf(scope))?.at
      holds.set(keyOf(scope), {
        ...scope,
        reason: reason.slice(0, LONGEST_HOLD_REASON),
        at: at ?? new Date(clock.now()),
      })
      const detail = reason === '' ? undefined : { reason }
      if (at === undefined) await note(principal, { action: 'sending-held', ...describeScope(scope), detail })
    },
    async resume(principal, scope) {
      requireOperator(principal)
      if (holds.delete(keyOf(scope))) await note(principal, { action: 'sending-resumed', ...describeScope(scope) })
    },
  }
}

const keyOf = ({ kind, name }: HoldScope) => `${kind} ${name}`
