import { isGatewayError, type Principal, type Submissions } from '@heliograph/contracts'
import { mapInSlices, normaliseNumber, TimeSlice } from '@heliograph/messaging'
import { failedRecipient, type RecipientResult, recipientResultOf } from '../answers/recipient-results.ts'
import { type TextSubmission, textSubmission } from '../answers/text-submission.ts'

/** More than can be sent. */
const LONG_TEXT = 100_000

/**
 * Sends one text and resolves with the result of each recipient, in the order of the request.
 *
 * Every recipient is ERROR when no user has the key (`principal` undefined) or when the client may not send at all (no
 * enabled channel, or an account that was disabled a moment ago). Throws whatever else `Submissions.submit` throws;
 * nothing was accepted then.
 */
export async function submitText(
  submissions: Submissions,
  principal: Principal | undefined,
  submission: TextSubmission,
): Promise<readonly RecipientResult[]> {
  const { recipients } = submission
  if (principal === undefined) return recipients.map((recipient) => failedRecipient(recipient, 'Invalid API key'))
  // Parsing it has taken its time already.
  if (submission.text.length > LONG_TEXT) await new TimeSlice().rest()
  try {
    const { entries } = await submissions.submit(principal, textSubmission(submission))
    return entries.map(recipientResultOf)
  } catch (error) {
    if (!isGatewayError(error) || !['forbidden', 'unauthenticated'].includes(error.category)) throw error
    return mapInSlices(recipients, (recipient) =>
      failedRecipient(normaliseNumber(recipient, 'local', principal.country) ?? recipient, error.publicMessage),
    )
  }
}
