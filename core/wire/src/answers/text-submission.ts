import { PRIORITIES, type SubmitRequest } from '@heliograph/contracts'
import { toStorable } from '../text/storable.ts'

/** Characters (UTF-16 code units) of a reference that are kept. */
export const MAX_REFERENCE_LENGTH = 200

/** One text to some recipients, as a text interface takes it. */
export interface TextSubmission {
  /** The interface it came by: `basic`, `soap`, ... */
  readonly origin: string
  /** As the client wrote them, 1 or more. */
  readonly recipients: readonly string[]
  /** Not empty. Sent as it is, but for characters that cannot be stored (`toStorable`). */
  readonly text: string
  /** The client's own label; cut at `MAX_REFERENCE_LENGTH`. */
  readonly reference?: string | undefined
}

/**
 * The request by the rules that the text interfaces have in common: priority NORMAL, numbers in local or international form, each recipient with an outcome of
 * its own, one message for each time a recipient is named.
 */
export function textSubmission({ origin, recipients, text, reference }: TextSubmission): SubmitRequest {
  return {
    origin,
    priority: PRIORITIES.NORMAL,
    numbers: 'local',
    atomic: false,
    messages: [
      { destinations: recipients.map((to) => ({ to })), text: toStorable(text), reference: cutReference(reference) },
    ],
  }
}

/** Half a surrogate pair that the cut left at the end goes as well. */
function cutReference(reference: string | undefined): string | undefined {
  return reference && toStorable(reference.slice(0, MAX_REFERENCE_LENGTH).replace(/[\ud800-\udbff]$/, ''))
}
