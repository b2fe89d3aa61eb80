import type { ContactValues } from '@heliograph/contracts'
import { columnKey } from './column-key.ts'

/** The names by which a text can use what every contact has. The first two are taken from its name. */
export const CONTACT_FIELDS = ['first_name', 'last_name', 'name', 'number', 'email'] as const

/**
 * What a contact has under the key (`columnKey`) of a name; empty: nothing. Its own fields `first name` and `last name`
 * come before what its name seems to say.
 */
export function contactValue(contact: ContactValues, key: string): string {
  switch (key) {
    case 'name':
      return contact.name
    case 'number':
      return `+${contact.mobile}`
    case 'email':
      return contact.email
    case 'firstname':
      return ownField(contact, key) || (wordsOf(contact.name)[0] ?? '')
    case 'lastname':
      return ownField(contact, key) || wordsOf(contact.name).slice(1).join(' ')
    default:
      return ownField(contact, key)
  }
}

/** Its last name is all but the first word. */
function wordsOf(name: string): readonly string[] {
  return name.split(' ').filter((word) => word !== '')
}

function ownField({ fields }: ContactValues, key: string): string {
  for (const name in fields) if (name === key || columnKey(name) === key) return fields[name] ?? ''
  return ''
}
