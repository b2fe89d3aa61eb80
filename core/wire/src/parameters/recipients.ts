import { invalid } from '../invalid.ts'
import { toStorable } from '../text/storable.ts'

/** Maximum number of recipients of one request. */
export const MAX_RECIPIENTS = 10_000

/**
 * The recipients in a text, separated by comma, semicolon or line break. White space around them is trimmed and empty
 * ones are left out; the gateway decides what is a number. Characters that cannot be stored, which no number contains,
 * become U+FFFD. Throws `invalid`/`too-many-recipients` when there are more than `limit`.
 */
export function splitRecipients(text: string, limit: number = MAX_RECIPIENTS): readonly string[] {
  const recipients: string[] = []
  addRecipients(recipients, text, limit)
  return recipients
}

/**
 * The recipients in a JSON value: a text as for `splitRecipients`, a number, or a list of these; null and undefined
 * give none. Throws `invalid` with the code `too-many-recipients`, or `bad-recipients` for any other value. Numbers
 * must be whole and small enough that JSON keeps them exact.
 */
export function recipientsOfJson(value: unknown, limit: number = MAX_RECIPIENTS): readonly string[] {
  const recipients: string[] = []
  for (const item of Array.isArray(value) ? value : [value]) {
    if (typeof item === 'string') addRecipients(recipients, item, limit)
    else if (Number.isSafeInteger(item) && (item as number) >= 0) addRecipients(recipients, String(item), limit)
    else if (item !== null && item !== undefined) {
      throw invalid('bad-recipients', 'Recipients must be a text, a number or a list of them')
    }
  }
  return recipients
}

function addRecipients(recipients: string[], text: string, limit: number): void {
  const storable = toStorable(text)
  // Everything between two commas, semicolons or line breaks, without the white space before it. `matchAll` would copy
  // the expression for each text.
  const recipient = /[^\s,;][^,;\r\n]*/g
  for (let found = recipient.exec(storable); found !== null; found = recipient.exec(storable)) {
    if (recipients.length === limit) throw invalid('too-many-recipients', `At most ${limit} recipients are allowed`)
    recipients.push(found[0].trimEnd())
  }
}
