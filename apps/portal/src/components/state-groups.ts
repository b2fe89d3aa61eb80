import type { MessageState } from './StateBadge.tsx'

/** States that mean the same to people who look from further away, in the order of a message's way. */
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

/** The group of a state. States of messages that were never accepted belong to those that were stopped. */
export function groupOf(state: string): StateGroup {
  return STATE_GROUP_NAMES.find((name) => (STATE_GROUPS[name].states as readonly string[]).includes(state)) ?? 'stopped'
}
