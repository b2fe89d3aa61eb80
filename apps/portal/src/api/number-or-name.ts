/** What lists of people are searched by when one field takes either: digits are a number, all else a name. */
export function numberOrName(typed = ''): { readonly number?: string; readonly name?: string } {
  const text = typed.trim()
  if (text === '') return {}
  return /^[+(]?[\d\s()+.-]+$/.test(text) ? { number: text } : { name: text }
}
