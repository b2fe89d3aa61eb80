/** The search condition of a field that takes a number or a name: digits are a number, anything else is a name. */
export function numberOrName(typed = ''): { readonly number?: string; readonly name?: string } {
  const text = typed.trim()
  if (text === '') return {}
  return /^[+(]?[\d\s()+.-]+$/.test(text) ? { number: text } : { name: text }
}
