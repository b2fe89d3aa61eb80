import { type OutboundFailure, type OutboundReply, type PartOutcome, retryAfterMs } from '@heliograph/contracts'
import { parseId } from './wire.ts'

/** The outcome for the message, given the network's reply; `now` in milliseconds since the epoch. */
export function outcomeOfReply(reply: OutboundReply, now: number): PartOutcome {
  const { status, body } = reply
  const word = `HTTP ${status}`
  if (status >= 200 && status < 300) {
    const networkId = parseId(body)
    // A page of a proxy has the status of success, too, and so may a reply that was cut off.
    return networkId === undefined ? { kind: 'unknown' } : { kind: 'accepted', networkId }
  }
  if (status === 429) return { kind: 'throttled', status: word, retryAfterMs: retryAfterMs(reply, now) }
  if (status >= 500) return { kind: 'try-later', status: word }
  // The network sent us away or refused our key, not the message, so another link may take it.
  if (status < 400 || status === 401 || status === 403) return { kind: 'refused', fault: 'link', status: word }
  return { kind: 'refused', fault: 'message', status: word }
}

/** Failures after which the network has certainly not received the message. After any other, it may have sent it. */
const NEVER_LEFT: readonly OutboundFailure[] = ['blocked', 'invalid-url', 'dns', 'connect']

/** The outcome for the message when the request got no reply. */
export function outcomeOfFailure(error: unknown): PartOutcome {
  const failure = (error as { failure?: OutboundFailure }).failure
  const neverLeft = NEVER_LEFT.find((each) => each === failure)
  return neverLeft === undefined ? { kind: 'unknown' } : { kind: 'try-later', status: neverLeft }
}
