import type { MessageState } from './StateBadge.tsx'

/** Groups of states that mean the same in an overview, in the order in which a message passes through them. */
export const STATE_GROUPS = {
  scheduled: { color: 'gray.4', states: ['scheduled'] },
  waiting: { color: 'gray.6', states: ['queued', 'retrying'] },
  underway: { color: 'blue.5', states: ['submitting', 'unknown', 'submitted'] },
  delivered: { color: 'green.6', states: ['delivered'] },
  failed: { color: 'red.6', states: ['undeliverable', 'refused-by-network', 'expired', 'unconfirmed', 'no-route'] },
  stopped: { color: 'orange.5', states: ['cancelled', 'opted-out'] },
} as const satisfies Record<string, { readonly color: string; readonly states: readonly MessageState[] }>

export type StateGroup = keyof typeof STATE_GROUPS

export const STATE_GROUP_NAMES = Object.keys(STATE_GROUPS) as StateGroup[]

/** The group of a state. Messages that were never accepted count as stopped. */
export function groupOf(state: string): StateGroup {
  return STATE_GROUP_NAMES.find((name) => (STATE_GROUPS[name].states as readonly string[]).includes(state)) ?? 'stopped'
}
