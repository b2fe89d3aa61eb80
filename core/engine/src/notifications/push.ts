import type { MessageState, PushRequest } from '@heliograph/contracts'

/** How `push_on` stores which final states are told. */
const PUSH_ON: Readonly<Record<PushRequest['on'], number>> = { every: 0, success: 1, failure: 2 }

/** The message was joined from segments, and each of them says for itself. */
export const PUSH_BY_SEGMENT = 3

export function pushOnOf(push: PushRequest | undefined): number | null {
  return push === undefined ? null : PUSH_ON[push.on]
}

/** Whether a final state is told. */
export function isPushed(pushOn: number | null, state: MessageState): boolean {
  if (pushOn === PUSH_ON.every) return true
  return pushOn === (state === 'delivered' ? PUSH_ON.success : PUSH_ON.failure)
}
