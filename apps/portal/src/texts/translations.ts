import { type Parts, translations } from 'virtual:translations'
import type { LoadedTexts, LoadTranslation } from '../language/language.tsx'
import type { Language } from '../language/languages.ts'

const PARTS: Readonly<Partial<Record<Language, Parts>>> = translations

/** What the login page and the first error need. */
export const loadFirstTexts: LoadTranslation = async (language) => (await PARTS[language]?.first())?.texts

/** What every page needs. */
export const loadAllTexts: LoadTranslation = async (language) => {
  const parts = PARTS[language]
  if (parts === undefined) return undefined
  const [first, others] = await Promise.all([parts.first(), parts.others()])
  return { ...first.texts, ...others.texts } satisfies LoadedTexts
}
