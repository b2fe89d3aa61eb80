import { GatewayError, type TemplateVariable, type TextTemplate } from '@heliograph/contracts'
import { columnKey } from './column-key.ts'
import { replacePlaces } from './placeholders.ts'

const MOST_VARIABLES = 20
const MOST_CHOICES = 50
const LONGEST_NAME = 40
const LONGEST_VALUE = 500

const NUMBER = /^[+-]?\d+(?:[.,\u00a0\u202f ]\d+)*$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** What a template is filled in with, by the names of its variables. */
export type VariableValues = Readonly<Record<string, string | undefined>>

/** What is wrong with variables of a text, by `variables[i]`; empty: nothing. */
export function variableFaults(text: string, variables: readonly TemplateVariable[]): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  if (variables.length > MOST_VARIABLES) return { variables: `must be at most ${MOST_VARIABLES}` }
  const placed = new Set<string>()
  replacePlaces(text, (name) => {
    placed.add(columnKey(name))
    return undefined
  })
  const seen = new Set<string>()
  for (const [index, variable] of variables.entries()) {
    const key = columnKey(variable.name)
    const fault = faultOf(variable, { isPlaced: placed.has(key), isTaken: seen.has(key) })
    seen.add(key)
    if (fault !== undefined) faults[`variables[${index}]`] = fault
  }
  return faults
}

function faultOf(
  variable: TemplateVariable,
  { isPlaced, isTaken }: { readonly isPlaced: boolean; readonly isTaken: boolean },
): string | undefined {
  const { name, type, fallback, choices } = variable
  if (columnKey(name) === '' || /^\s*\d+\s*$/.test(name) || /[{}|]/.test(name) || name.length > LONGEST_NAME)
    return `must have a name of 1 to ${LONGEST_NAME} characters, with letters and without braces`
  if (isTaken) return 'has the name of another variable'
  if (!isPlaced) return `does not occur in the text: write {${name}}`
  if (type === 'choice' && (choices.length === 0 || choices.length > MOST_CHOICES || choices.some(isNoChoice)))
    return `must have 1 to ${MOST_CHOICES} choices of 1 to ${LONGEST_VALUE} characters`
  return (fallback?.length ?? 0) > LONGEST_VALUE
    ? `must have a fallback of at most ${LONGEST_VALUE} characters`
    : undefined
}

const isNoChoice = (choice: string) => choice.trim() === '' || choice.length > LONGEST_VALUE

/**
 * The text of a template with the values of its variables in it; the fields of contacts stay as they are written.
 * Braces in values stay braces.
 *
 * Throws `invalid`/`bad-values` with `details` by the names of variables whose value is missing or wrong.
 *
 * @param locale BCP 47, for dates: a `date` is given as `2026-01-31`
 */
export function fillTemplate(
  { text, variables }: Pick<TextTemplate, 'text' | 'variables'>,
  values: VariableValues,
  locale: string,
): string {
  const filled = new Map<string, string | undefined>()
  const details: Record<string, string> = {}
  for (const variable of variables) {
    const given = values[variable.name]?.trim() ?? ''
    const fault = given === '' ? missingFault(variable) : valueFault(variable, given)
    if (fault !== undefined) details[variable.name] = fault
    else filled.set(columnKey(variable.name), given === '' ? undefined : shownAs(variable, given, locale))
  }
  if (Object.keys(details).length > 0)
    throw new GatewayError('invalid', 'bad-values', 'The template cannot be filled in', { details })
  const fallbacks = new Map(variables.map(({ name, fallback }) => [columnKey(name), fallback ?? '']))
  return replacePlaces(text, (name, ownFallback) => {
    const key = columnKey(name)
    return fallbacks.has(key) ? escaped(filled.get(key) ?? ownFallback ?? fallbacks.get(key) ?? '') : undefined
  })
}

function missingFault({ fallback }: TemplateVariable): string | undefined {
  return fallback === null ? 'is required' : undefined
}

function valueFault({ type, choices }: TemplateVariable, value: string): string | undefined {
  if (value.length > LONGEST_VALUE) return `must have at most ${LONGEST_VALUE} characters`
  switch (type) {
    case 'text':
      return undefined
    case 'number':
      return NUMBER.test(value) ? undefined : 'must be a number'
    case 'date':
      return isDate(value) ? undefined : 'must be a date, such as 2026-01-31'
    case 'choice':
      return choices.includes(value) ? undefined : 'must be one of the choices'
  }
}

function isDate(value: string): boolean {
  return DATE.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value)
}

function shownAs({ type }: TemplateVariable, value: string, locale: string): string {
  if (type !== 'date') return value
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
}

function escaped(value: string): string {
  return value.replaceAll('{', '{{').replaceAll('}', '}}')
}
