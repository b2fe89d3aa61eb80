import {
  GatewayError,
  isGatewayError,
  PRIORITIES,
  type Principal,
  type Reports,
  type StateChange,
  type Submissions,
  type SubmitRequest,
} from '@heliograph/contracts'
import { STATUS_FORMS } from '@heliograph/messaging'
import { toStorable } from '@heliograph/wire'

/** A text for a visit. */
export interface VisitText {
  readonly phone: string
  readonly text: string
  /** A text sent again under the same id gets the first answer. */
  readonly messageId: string | undefined
  /** The request that brought the event. */
  readonly requestId: string
}

/** The outcome of a text. */
export interface Sent {
  /** The text of the answer. */
  readonly answer: string
  readonly isAccepted: boolean
}

/**
 * Sends a text, and makes `change` with it. Throws what `Submissions.submit` throws, except when the client may not
 * send at all: that is an outcome, too.
 */
export async function sendText(
  submissions: Submissions,
  principal: Principal,
  { phone, text, messageId, requestId }: VisitText,
  change: StateChange | undefined,
): Promise<Sent> {
  try {
    const request: SubmitRequest = {
      origin: 'queue-platform',
      requestId,
      priority: PRIORITIES.NORMAL,
      numbers: 'international',
      atomic: false,
      messages: [{ destinations: [{ to: phone, messageId }], text: toStorable(text) }],
    }
    const { entries } = await submissions.submit(principal, request, change)
    const [entry] = entries
    if (entry === undefined) throw new GatewayError('internal', 'no-entry', 'No result for the recipient')
    const { v2, text: status } = STATUS_FORMS[entry.state]
    return status === 'ERROR' ? notSent(v2.description) : accepted(entry)
  } catch (error) {
    if (isGatewayError(error) && error.category === 'forbidden') return notSent(error.publicMessage)
    throw error
  }
}

/** Finds a text that was sent before, whatever its state is now; undefined when it was not accepted. */
export async function findSent(reports: Reports, principal: Principal, messageId: string): Promise<Sent | undefined> {
  const { records } = await reports.find(principal, { messageId, limit: 1 })
  return records[0] && accepted(records[0])
}

function accepted(message: AcceptedMessage): Sent {
  return { answer: acceptedAnswer(message), isAccepted: true }
}

interface AcceptedMessage {
  readonly to: string
  readonly smsId: number | null
}

/** The specification's example shows this status for a message that was just accepted. */
export function acceptedAnswer({ to, smsId }: AcceptedMessage): string {
  return `SMS dispatched to ${to}: OK:${smsId}:PENDING_ENROUTE`
}

/** The outcome when nothing is sent, with the reason. */
export function notSent(reason: string): Sent {
  return { answer: `No SMS sent: ${reason}`, isAccepted: false }
}
