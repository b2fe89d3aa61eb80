import type { SubmitRequest } from '@heliograph/contracts'

/** Scheduled messages, and several destinations, always form a bulk, so that they can be found and managed. */
export function formsBulk({ messages }: Pick<SubmitRequest, 'messages'>, now: number): boolean {
  let destinations = 0
  for (const message of messages) {
    if (message.sendAt !== undefined && message.sendAt.getTime() > now) return true
    destinations += message.destinations.length
  }
  return destinations > 1
}
