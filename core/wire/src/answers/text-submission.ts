import { type MessageMetadata, PRIORITIES, type SubmitRequest } from '@heliograph/contracts'
import { toStorable } from '../text/storable.ts'

/** Length at which a reference is cut, in characters (UTF-16 code units). */
export const MAX_REFERENCE_LENGTH = 200

/** One text to several recipients, as a text interface accepts it. */
export interface TextSubmission {
  /** The interface that it came through: `basic`, `soap`, ... */
  readonly origin: string
  /** `HttpRequest.requestId`. */
  readonly requestId?: string | undefined
  /** As the client wrote them, 1 or more. */
  readonly recipients: readonly string[]
  /** Not empty. Sent unchanged except for characters that cannot be stored (`toStorable`). */
  readonly text: string
  /** The client's own label; cut at `MAX_REFERENCE_LENGTH`. */
  readonly reference?: string | undefined
  /** As the client gave them, not yet checked. */
  readonly metadata?: MessageMetadata | undefined
}

/**
 * Builds the request by the common rules of the text interfaces: priority NORMAL, numbers in local or international
 * form, a separate outcome for each recipient, and one message for each time a recipient is listed.
 */
export function textSubmission(submission: TextSubmission): SubmitRequest {
  const { origin, requestId, recipients, text, reference, metadata } = submission
  const destinations = recipients.map((to) => ({ to }))
  return {
    origin,
    requestId,
    priority: PRIORITIES.NORMAL,
    numbers: 'local',
    atomic: false,
    messages: [{ destinations, text: toStorable(text), reference: cutReference(reference), metadata }],
  }
}

/** Also removes half a surrogate pair that the cut leaves at the end. */
function cutReference(reference: string | undefined): string | undefined {
  return reference && toStorable(reference.slice(0, MAX_REFERENCE_LENGTH).replace(/[\ud800-\udbff]$/, ''))
}
