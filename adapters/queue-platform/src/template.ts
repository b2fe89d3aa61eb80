/** The values a text may name, each in braces. */
export const PLACEHOLDERS = ['name', 'client', 'ticket', 'position', 'minutes', 'date', 'reference'] as const

/** A value that is missing is empty. */
export type Values = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>

const OPTIONAL = /\[([^[\]]*)\]/g
const PLACEHOLDER = /\{(\w+)\}/g

/** Fills in a text. A part in square brackets is left out when a value it names is missing. */
export function fillTemplate(template: string, values: Values): string {
  const complete = template.replace(OPTIONAL, (_, part: string) => (isComplete(part, values) ? part : ''))
  return complete.replace(PLACEHOLDER, (_, name: string) => valueNamed(name, values))
}

function isComplete(part: string, values: Values): boolean {
  return [...part.matchAll(PLACEHOLDER)].every(([, name = '']) => valueNamed(name, values) !== '')
}

function valueNamed(name: string, values: Values): string {
  return Object.hasOwn(values, name) ? values[name as keyof Values] : ''
}
