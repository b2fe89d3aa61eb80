/** Numbers that a refusal names at most. */
const NAMED = 20

/** What is wrong with an outgoing number that a client was not given, to follow the name of the field. */
export function notGiven(choices: readonly string[]): string {
  const remedy = 'an operator can give the client others'
  if (choices.length === 0) return `must be empty: the client has no number; ${remedy}`
  const more = choices.length > NAMED ? ', ...' : ''
  return `must be one of ${choices.slice(0, NAMED).join(', ')}${more}; ${remedy}`
}
