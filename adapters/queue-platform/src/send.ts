import { GatewayError, isGatewayError, PRIORITIES, type Principal, type Submissions } from '@heliograph/contracts'
import { FACES } from '@heliograph/messaging'
import { toStorable } from '@heliograph/wire'

/** A text for a visit. */
export interface VisitText {
  readonly phone: string
  readonly text: string
  /** Sending it again under the same id is answered as the first time; undefined: each time is the first. */
  readonly messageId: string | undefined
}

/**
 * Sends a text and says what became of it, in the words of the answer. Throws what `Submissions.submit` throws, except that the client may not send at all: that is an
 * outcome, too.
 */
export async function sendText(
  submissions: Submissions,
  principal: Principal,
  { phone, text, messageId }: VisitText,
): Promise<string> {
  try {
    const { entries } = await submissions.submit(principal, {
      origin: 'queue-platform',
      priority: PRIORITIES.NORMAL,
      numbers: 'international',
      atomic: false,
      messages: [{ destinations: [{ to: phone, messageId }], text: toStorable(text) }],
    })
    const [entry] = entries
    if (entry === undefined) throw new GatewayError('internal', 'no-entry', 'No result for the recipient')
    const { v2, text: status } = FACES[entry.state]
    if (status === 'ERROR') return notSent(v2.description)
    // The specification's example shows this status for a message that was just accepted.
    return `SMS dispatched to ${entry.to}: OK:${entry.smsId}:PENDING_ENROUTE`
  } catch (error) {
    if (isGatewayError(error) && error.category === 'forbidden') return notSent(error.publicMessage)
    throw error
  }
}

/** The answer when nothing is sent, with the reason. */
export function notSent(reason: string): string {
  return `No SMS sent: ${reason}`
}
