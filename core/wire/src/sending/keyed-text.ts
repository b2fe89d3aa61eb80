import { invalid } from '../invalid.ts'
import type { Names, Parameters } from '../parameters/parameters.ts'
import { splitRecipients } from '../parameters/recipients.ts'

/** The names of an interface's parameters for a text, each list in order of precedence. */
export interface KeyedTextNames {
  readonly key: readonly string[]
  readonly recipients: readonly string[]
  readonly text: readonly string[]
  readonly reference: Names
}

/** A text to send and the API key to send it with, all from parameters. */
export interface KeyedText {
  readonly key: string
  /** As the client wrote them, 1 or more. */
  readonly recipients: readonly string[]
  readonly text: string
  readonly reference: string | undefined
}

/** How many names an error shows; the others are aliases that need no mention. */
const SHOWN_NAMES = 3

/**
 * Reads a text whose key is a parameter like the others. Throws `invalid` for a missing value, checking first the key,
 * then the recipients, then the text: `missing-key`, `missing-recipients` and `missing-text`, each with the possible
 * names; and `too-many-recipients`.
 */
export function readKeyedText(parameters: Parameters, names: KeyedTextNames): KeyedText {
  const key = parameters.joined(names.key)?.trim()
  if (key === undefined) throw invalid('missing-key', `${shown(names.key)} NOT PROVIDED`)
  const recipients = splitRecipients(parameters.joined(names.recipients) ?? '')
  if (recipients.length === 0) {
    const list = `${shown(names.recipients)} List of recipients (mobile numbers) NOT GIVEN`
    throw invalid('missing-recipients', list)
  }
  const text = parameters.joined(names.text)
  if (text === undefined) throw invalid('missing-text', `${shown(names.text)} Message text NOT GIVEN`)
  return { key, recipients, text, reference: parameters.joined(names.reference) }
}

function shown(names: readonly string[]): string {
  return names
    .slice(0, SHOWN_NAMES)
    .map((name) => `[${name}]`)
    .join(' or ')
}
