import type { MessageMetadata } from '@heliograph/contracts'
import type { TextSubmission } from '../answers/text-submission.ts'
import { firstGiven, type JsonObject, withLowerCaseNames } from '../fields/json.ts'
import { invalid } from '../invalid.ts'
import { recipientsOfJson } from '../parameters/recipients.ts'

/** The names of the fields of a text in JSON, in lower case and in order of precedence. */
export interface JsonTextNames {
  readonly recipients: readonly string[]
  readonly text: readonly string[]
  readonly reference: readonly string[]
  /** Absent: the interface has no place for metadata. */
  readonly metadata?: readonly string[] | undefined
}

/**
 * Reads a text and its recipients from a JSON object, whose names are matched in any letter case. Recipients are as for
 * `recipientsOfJson`; text and reference may also be numbers. Metadata are as given: `Submissions` checks them.
 *
 * Throws `invalid`: `missing-recipients`, `bad-recipients` or `too-many-recipients`, then `missing-text`.
 */
export function readJsonText(body: JsonObject, names: JsonTextNames): Omit<TextSubmission, 'origin' | 'requestId'> {
  const fields = withLowerCaseNames(body)
  const recipients = recipientsOfJson(firstGiven(fields, names.recipients))
  if (recipients.length === 0) throw invalid('missing-recipients', `Recipients not given (${oneOf(names.recipients)})`)
  const text = written(firstGiven(fields, names.text))
  if (text === undefined) throw invalid('missing-text', `Message text not given (${oneOf(names.text)})`)
  const metadata = firstGiven(fields, names.metadata ?? []) as MessageMetadata | undefined
  return { recipients, text, reference: written(firstGiven(fields, names.reference)), metadata }
}

/** Objects, lists and booleans are not text: any spelling of them would not be the text that was meant. */
function written(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : undefined
}

/** `to, recipients or recipient`. */
function oneOf(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(' or ')
}
