/** Seven digits or more, as in phone numbers; in groups or not. */
const NUMBER = /\+?\d(?: ?\d){6,}/g

const ADDRESS = /(?<![^\s@"'<>(),;:])[^\s@"'<>(),;:]+@[^\s@"'<>(),;:]+/g

/**
 * Replaces what looks like a phone number or an e-mail address in every text and name of a value as JSON has it, so
 * that an error that quotes one does not give it away. Numbers that are not texts are figures, and stay.
 */
export function withoutPeople(value: unknown): unknown {
  if (typeof value === 'string') return withoutPeopleIn(value)
  if (Array.isArray(value)) return value.map(withoutPeople)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [withoutPeopleIn(name), withoutPeople(item)]))
}

function withoutPeopleIn(text: string): string {
  return text.replace(ADDRESS, '[address]').replace(NUMBER, '[number]')
}
