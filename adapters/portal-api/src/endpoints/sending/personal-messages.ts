import { type ContactValues, GatewayError, type Principal } from '@heliograph/contracts'
import { type PersonalText, TimeSlice } from '@heliograph/messaging'
import type { PortalServices } from '../../services.ts'
import { tooManyRecipients } from './recipients.ts'

/** What a number gets. */
export interface PersonalMessage {
  /** E.164 digits. */
  readonly to: string
  /** Empty: none is known. */
  readonly name: string
  /** Its links stay as they were written. */
  readonly text: string
  /** The contact does not have what the text needs. */
  readonly isMissing: boolean
}

/** The message of each number, in order, made when it is taken: together they may be large. */
export async function* personalMessages(
  { contacts }: Pick<PortalServices, 'contacts'>,
  principal: Principal,
  personal: PersonalText,
  numbers: readonly string[],
): AsyncGenerator<PersonalMessage> {
  const found = personal.isPersonal ? await contacts.values(principal, numbers) : []
  const known = new Map(found.map((contact) => [contact.mobile, contact]))
  const same = personal.isPersonal ? undefined : { name: '', ...personal.textFor(undefined) }
  const slice = new TimeSlice()
  for (const to of numbers) {
    if (slice.isOver) await slice.rest()
    yield same === undefined ? messageFor(personal, to, known.get(to)) : { to, ...same }
  }
}

/** A number that is in no phonebook still has its number. */
function messageFor(personal: PersonalText, to: string, contact: ContactValues | undefined): PersonalMessage {
  const values = contact ?? { mobile: to, name: '', email: '', fields: {} }
  return { to, name: values.name, ...personal.textFor(values) }
}

/** Characters of different texts in one request; more are sent as an upload. */
const MOST_CHARACTERS = 4_000_000

/**
 * The numbers that get each text, in order of the first. Throws `invalid`/`missing-values` and `too-many-recipients`.
 */
export async function groupByText(
  messages: AsyncIterable<PersonalMessage>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const texts = new Map<string, string[]>()
  const missing: string[] = []
  let characters = 0
  for await (const { to, text, isMissing } of messages) {
    if (isMissing) missing.push(to)
    const numbers = texts.get(text)
    if (numbers !== undefined) numbers.push(to)
    else {
      texts.set(text, [to])
      characters += text.length
      if (characters > MOST_CHARACTERS) throw tooManyRecipients()
    }
  }
  const [first] = missing
  if (first !== undefined) throw missingValues(first, missing.length)
  return texts
}

function missingValues(first: string, count: number): GatewayError {
  const who = count === 1 ? `+${first} lacks` : `${count} recipients, +${first} among them, lack`
  const text = `${who} a value that the text needs: add a fallback, as in {first_name|there}`
  return new GatewayError('invalid', 'missing-values', 'Some recipients lack a value', { details: { text } })
}
