import { isolate } from '../language/isolate.ts'
import { directionOf, isLanguage } from '../language/languages.ts'
import { loadFirstTexts } from '../texts/translations.ts'
import type { Schemas } from './client.ts'
import { type FieldWords, nameOfField } from './field-name.ts'

export type FieldFault = Schemas['FieldFault']

/** What the API says of fields: in English, and by code and values. */
export interface ReportedFaults {
  readonly details: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, FieldFault>>
}

/** The same for people. */
export interface ShownFaults {
  /** What is wrong, by the path of the field. */
  readonly details: Readonly<Record<string, string>>
  /** What the field is called, by its path. */
  readonly names: Readonly<Record<string, string>>
}

/**
 * What is wrong with which field, in the language of the page. In the API's own words where it has no code, as for
 * facts that come with a conflict, and while the sentences cannot be loaded.
 */
export async function inLanguageOfPage({ details, faults }: ReportedFaults): Promise<ShownFaults> {
  const words = Object.keys(faults).length === 0 ? undefined : await loadWords().catch(() => undefined)
  if (words === undefined) return { details, names: {} }
  const shown = Object.entries(details).map(([path, own]) => ({
    path,
    text: faultSentence(faults[path], words) ?? own,
    name: nameOfField(path, words),
  }))
  return {
    details: Object.fromEntries(shown.map(({ path, text }) => [path, text])),
    names: Object.fromEntries(shown.map(({ path, name }) => [path, name])),
  }
}

type Sentences = Readonly<Record<FieldFault['code'], string | ((values: never) => string)>>

interface Words extends FieldWords {
  readonly sentences: Sentences
}

/** The words are loaded with the first fault. */
async function loadWords(): Promise<Words> {
  const { lang } = document.documentElement
  const language = isLanguage(lang) ? lang : 'en'
  const [{ fieldFaultTexts }, { fieldNameTexts }, translation] = await Promise.all([
    import('../texts/field-faults.ts'),
    import('../texts/field-names.ts'),
    loadFirstTexts(language),
  ])
  const shown = { language, translation }
  // Every code of the API has its sentence, or this is a type error.
  const sentences: Sentences = fieldFaultTexts.in(shown)
  const written = (value: string) => (directionOf(language) === 'rtl' ? isolate(value) : value)
  return { ...fieldNameTexts.in(shown), sentences, written }
}

/** Undefined for what only the API's own words say, and for codes of a gateway that is newer than these pages. */
function faultSentence(fault: FieldFault | undefined, { sentences, written }: Words): string | undefined {
  if (fault === undefined || fault.code === 'other') return undefined
  const sentence = (sentences as Partial<Sentences>)[fault.code]
  if (typeof sentence !== 'function') return sentence
  // They come with the code: the values that its sentence names.
  const values = Object.entries(fault.values).map(([name, value]) => [name, written(value)])
  return sentence(Object.fromEntries(values) as never)
}
