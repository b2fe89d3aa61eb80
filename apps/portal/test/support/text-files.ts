import { readdirSync, readFileSync } from 'node:fs'
import { type Message, parseMessage } from '../../src/language/message.ts'
import type { WrittenTexts } from '../../src/language/read-texts.ts'

export const TEXTS = new URL('../../src/texts/', import.meta.url)

/** The names of the files of a language, without their ending. */
export function textFiles(language: string): readonly string[] {
  return readdirSync(new URL(language, TEXTS)).map((file) => file.replace(/\.json$/, ''))
}

/** The texts of a file, as they are written. */
export function writtenTexts(language: string, file: string): WrittenTexts {
  return JSON.parse(readFileSync(new URL(`${language}/${file}.json`, TEXTS), 'utf8'))
}

/** Each text of a file with the keys that lead to it: `facts.client`. */
export function textsByKey(texts: WrittenTexts | readonly string[], above = ''): ReadonlyMap<string, string> {
  const all = Object.entries(texts).flatMap(([key, value]): (readonly [string, string])[] =>
    typeof value === 'string' ? [[`${above}${key}`, value]] : [...textsByKey(value, `${above}${key}.`)],
  )
  return new Map(all)
}

/** What a text and the forms in it look like: `…` stands for each value, `hole` for what is asked for instead. */
export function wordings(text: string, hole = '…'): readonly string[] {
  return wordingsOf(parseMessage(text), hole)
}

function wordingsOf(message: Message, hole: string): readonly string[] {
  const write =
    (form: string) =>
    (part: Message[number]): string => {
      if (typeof part === 'string') return part
      return 'value' in part ? hole : (part.forms[form] ?? part.forms.other ?? []).map(write(form)).join('')
    }
  const forms = new Set(
    message.flatMap((part) => (typeof part === 'object' && 'forms' in part ? Object.keys(part.forms) : [])),
  )
  return forms.size === 0
    ? [message.map(write('other')).join('')]
    : [...forms].map((form) => message.map(write(form)).join(''))
}
