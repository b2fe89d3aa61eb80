import { readdirSync, readFileSync } from 'node:fs'
import { type Message, parseMessage } from '../src/language/message.ts'
import type { WrittenTexts } from '../src/language/read-texts.ts'

export const TEXT_VALUES = new URL('../src/language/text-values.ts', import.meta.url)

const ENGLISH = new URL('../src/texts/en/', import.meta.url)

const BEGINNING = `/**
 * The names of the values in texts, by file and key. Printed from the English texts by \`pnpm generate\`. A text that
 * has no values is not here.
 */
export interface TextValues {
`

/** A type with the values of the texts of each file. */
export function printTextValues(): string {
  const files = readdirSync(ENGLISH).sort()
  const values = files.map((file) => {
    const texts: WrittenTexts = JSON.parse(readFileSync(new URL(file, ENGLISH), 'utf8'))
    return printEntry(file.replace(/\.json$/, ''), printTexts(texts, '  ') || 'object', '  ')
  })
  return `${BEGINNING}${values.join('')}}\n`
}

function printEntry(key: string, type: string, indent: string): string {
  return `${indent}readonly ${/^[a-z]\w*$/i.test(key) ? key : `'${key}'`}: ${type}\n`
}

/** Empty where no text has a value. */
function printTexts(texts: WrittenTexts, indent: string): string {
  const entries = Object.entries(texts).map(([key, value]) => {
    const type = typeof value === 'string' ? printNames(value) : printTexts(value as WrittenTexts, `${indent}  `)
    return type === '' ? '' : printEntry(key, type, `${indent}  `)
  })
  return entries.every((entry) => entry === '') ? '' : `{\n${entries.join('')}${indent}}`
}

function printNames(text: string): string {
  return [...namesIn(parseMessage(text))].map((name) => `'${name}'`).join(' | ')
}

/** The names of the values in a text. */
export function namesIn(message: Message): ReadonlySet<string> {
  const names = message.flatMap((part) => {
    if (typeof part === 'string') return []
    if ('value' in part) return [part.value]
    return [part.count, ...Object.values(part.forms).flatMap((form) => [...namesIn(form)])]
  })
  return new Set(names)
}
