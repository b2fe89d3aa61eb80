import type { LoadTranslation } from '../language/language.tsx'
import type { Language } from '../language/languages.ts'
import type { FirstTexts, OtherTexts } from './translation.ts'

/** The files of a language whose texts do not come with the pages. */
interface Files {
  readonly first: () => Promise<{ readonly texts: FirstTexts }>
  readonly others: () => Promise<{ readonly texts: OtherTexts }>
}

const FILES: Readonly<Partial<Record<Language, Files>>> = {
  de: { first: () => import('./de/first.ts'), others: () => import('./de/others.ts') },
  ar: { first: () => import('./ar/first.ts'), others: () => import('./ar/others.ts') },
}

/** What the login page needs. */
export const loadFirstTexts: LoadTranslation = async (language) => (await FILES[language]?.first())?.texts

/** What every page needs. */
export const loadAllTexts: LoadTranslation = async (language) => {
  const files = FILES[language]
  if (files === undefined) return undefined
  const [first, others] = await Promise.all([files.first(), files.others()])
  return { ...first.texts, ...others.texts }
}
