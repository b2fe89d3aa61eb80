import type { LinkCapabilities, OutgoingMessage } from '@heliograph/contracts'
import { isShiftHeader, ucs2Parts } from '@heliograph/messaging'

/**
 * What a link that does not know the tables of languages sends of a message whose text is in some: the same in UCS-2,
 * in its own number of parts. Undefined when the link takes the message as it is, which is the usual case. Parts that
 * another link has sent were cut differently, so the whole text is sent again.
 */
export function withoutTables(
  message: OutgoingMessage,
  capabilities: LinkCapabilities | undefined,
): OutgoingMessage | undefined {
  const { encoding, text, userDataHeader } = message
  if (userDataHeader === null || capabilities?.shiftTables === true) return undefined
  if (encoding !== 'gsm' || !isShiftHeader(userDataHeader)) return undefined
  return { ...message, encoding: 'ucs2', parts: ucs2Parts(text), userDataHeader: null, only: null }
}
