import type { OutboundFailure, OutboundReply, PartOutcome } from '@heliograph/contracts'
import { parseId } from './wire.ts'

/** What the network's reply means for the message. */
export function outcomeOfReply({ status, body }: OutboundReply): PartOutcome {
  const word = `HTTP ${status}`
  if (status >= 200 && status < 300) return { kind: 'accepted', networkId: parseId(body) ?? null }
  if (status === 429) return { kind: 'throttled', status: word }
  if (status >= 500) return { kind: 'try-later', status: word }
  // Our key, not the message: another link may take it.
  if (status === 401 || status === 403) return { kind: 'refused', fault: 'link', status: word }
  return { kind: 'refused', fault: 'message', status: word }
}

/** Failures after which the network has certainly not seen the message. After all others it may have sent it. */
const NEVER_LEFT: readonly OutboundFailure[] = ['blocked', 'invalid-url', 'dns', 'connect']

/** What a request without a reply means for the message. */
export function outcomeOfFailure(error: unknown): PartOutcome {
  const failure = (error as { failure?: OutboundFailure }).failure
  const neverLeft = NEVER_LEFT.find((each) => each === failure)
  return neverLeft === undefined ? { kind: 'unknown' } : { kind: 'try-later', status: neverLeft }
}
