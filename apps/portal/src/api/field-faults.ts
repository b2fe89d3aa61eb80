import { textsIn } from '../language/define-texts.ts'
import { isolate } from '../language/isolate.ts'
import type { ShownLanguage } from '../language/language.tsx'
import { directionOf, isLanguage } from '../language/languages.ts'
import { loadFirstTexts } from '../texts/translations.ts'
import type { Schemas } from './client.ts'

export type FieldFault = Schemas['FieldFault']

/** What the API says of fields: in English, and by code and values. */
export interface ToldFaults {
  readonly details: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, FieldFault>>
}

/**
 * What is wrong, by the path of the field, in the language of the page. In the API's own words where it has no code, as
 * for facts that come with a conflict, and while the sentences cannot be loaded.
 */
export async function inLanguageOfPage({ details, faults }: ToldFaults): Promise<Readonly<Record<string, string>>> {
  if (Object.keys(faults).length === 0) return details
  const sentenceOf = await loadSentences().catch(() => () => undefined)
  return Object.fromEntries(
    Object.entries(details).map(([field, own]) => [field, sentenceOf(faults[field]) ?? own] as const),
  )
}

type Sentences = Readonly<Record<FieldFault['code'], string>>

type SentenceOf = (fault: FieldFault | undefined) => string | undefined

/** The sentences are loaded with the first fault. */
async function loadSentences(): Promise<SentenceOf> {
  const { lang } = document.documentElement
  const language = isLanguage(lang) ? lang : 'en'
  const [{ fieldFaultTexts }, translation] = await Promise.all([
    import('../texts/field-faults.ts'),
    loadFirstTexts(language),
  ])
  // Every code of the API has its sentence, or this is a type error.
  const sentences: Sentences = textsIn(fieldFaultTexts, { language, translation })
  return (fault) => fault && faultSentence(fault, sentences, language)
}

/** Undefined for what only the API's own words say, and for codes of a gateway that is newer than these pages. */
function faultSentence(
  { code, values }: FieldFault,
  sentences: Partial<Sentences>,
  language: ShownLanguage['language'],
): string | undefined {
  if (code === 'other') return undefined
  const written = (value: string) => (directionOf(language) === 'rtl' ? isolate(value) : value)
  return sentences[code]?.replace(/<([a-z]+)>/g, (_, name: string) => written(values[name] ?? ''))
}
