import { type ContactValues, GatewayError } from '@heliograph/contracts'
import { CONTACT_FIELDS } from './contact-values.ts'
import { fillPlaceholders, needsContact, readPlaceholders } from './placeholders.ts'

/** A text that may be another one for each contact. */
export interface PersonalText {
  /** False: everyone gets the same. */
  readonly isPersonal: boolean
  /** Placeholders that fit nothing, as they were written. */
  readonly unknown: readonly string[]
  /** The names that there are, as far as they were asked for. */
  readonly known: readonly string[]
  /**
   * The text for a contact; undefined: for a number that is in no phonebook. Its links stay as they are written.
   * `isMissing`: the contact does not have what the text needs.
   */
  textFor(contact: ContactValues | undefined): { readonly text: string; readonly isMissing: boolean }
}

/** Resolves with the names of the further fields that contacts may have. */
export type FieldNames = () => Promise<readonly string[]>

/** All names that a text can use. */
export function knownFields(further: readonly string[]): readonly string[] {
  return [...CONTACT_FIELDS, ...further]
}

/**
 * Reads a text for contacts.
 *
 * @param further called only when the text uses more than what every contact has
 */
export async function readPersonalText(text: string, further: FieldNames): Promise<PersonalText> {
  const plain = readPlaceholders(text, [], CONTACT_FIELDS)
  const known = plain.unknown.length === 0 ? CONTACT_FIELDS : knownFields(await further())
  const { pieces, unknown } = plain.unknown.length === 0 ? plain : readPlaceholders(text, [], known)
  return {
    isPersonal: needsContact(pieces),
    unknown,
    known,
    textFor: (contact) => fillPlaceholders(pieces, [], contact),
  }
}

/** Throws `invalid`/`unknown-placeholder` with the names that there are, if a placeholder fits nothing. */
export function refuseUnknown({ unknown, known }: Pick<PersonalText, 'unknown' | 'known'>): void {
  if (unknown.length === 0) return
  const text = describeUnknown(unknown, known)
  throw new GatewayError('invalid', 'unknown-placeholder', 'The text has an unknown placeholder', {
    details: { text },
  })
}

/** Names that are told at most. */
const MOST_NAMED = 40

/** What is said about placeholders that fit nothing. */
export function describeUnknown(unknown: readonly string[], known: readonly string[]): string {
  const wrong = [...new Set(unknown)].slice(0, MOST_NAMED)
  const names = [...new Set(known)].filter((name) => name !== '').slice(0, MOST_NAMED)
  const right = names.map((name) => `{${name}}`)
  return `there is no ${wrong.join(', ')}. There are ${right.join(', ')}; write {{ and }} for braces`
}
