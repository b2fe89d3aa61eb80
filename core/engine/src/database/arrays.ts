/**
 * Array parameters as Postgres literals.
 *
 * The driver would escape each element separately, by its type; a batch passes thousands of elements, nearly all of
 * them numbers, and joining them is several times cheaper. Use with an explicit cast: `${numberArray(ids)}::bigint[]`.
 */
export function numberArray(values: readonly (number | null)[]): string {
  let text = '{'
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ','
    const value = values[index]
    text += value === null || value === undefined ? 'NULL' : value
  }
  return `${text}}`
}

const NEEDS_ESCAPE = /["\\]/
const ESCAPED = /["\\]/g

/** NUL cannot be stored by Postgres; it is replaced by U+FFFD. */
export function textArray(values: readonly (string | null)[]): string {
  let text = '{'
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ','
    const value = values[index]
    if (value === null || value === undefined) text += 'NULL'
    else text += `"${escapeElement(value)}"`
  }
  return `${text}}`
}

function escapeElement(value: string): string {
  const escaped = NEEDS_ESCAPE.test(value) ? value.replace(ESCAPED, '\\$&') : value
  return escaped.includes('\0') ? escaped.replaceAll('\0', '\uFFFD') : escaped
}

export function byteaArray(values: readonly Buffer[]): string {
  return textArray(values.map((value) => `\\x${value.toString('hex')}`))
}

export function booleanArray(values: readonly boolean[]): string {
  return `{${values.map((value) => (value ? 't' : 'f')).join(',')}}`
}

/**
 * Times in milliseconds since the epoch, or null, as timestamptz. Neighbours are mostly equal, so the last formatted
 * time is used again.
 */
export function timeArray(values: readonly (number | null)[]): string {
  let last: number | null = null
  let formatted = 'NULL'
  const texts = values.map((value) => {
    if (value !== last) {
      last = value
      formatted = value === null ? 'NULL' : `"${new Date(value).toISOString()}"`
    }
    return formatted
  })
  return `{${texts.join(',')}}`
}

/** Reads an array of numbers without null. */
export function parseNumberArray(literal: string): number[] {
  return literal === '{}' ? [] : literal.slice(1, -1).split(',').map(Number)
}

const ELEMENTS = /"((?:[^"\\]|\\.)*)"|([^,{}]+)/gs

/** Reads an array of texts without null. */
export function parseTextArray(literal: string): string[] {
  return Array.from(literal.matchAll(ELEMENTS), ([, quoted, plain = '']) => quoted?.replace(/\\(.)/gs, '$1') ?? plain)
}
