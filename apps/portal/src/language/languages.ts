/** The languages of the portal, each by its own name. */
export const LANGUAGES = { en: 'English', fr: 'Français' } as const

export type Language = keyof typeof LANGUAGES

const KEY = 'heliograph.language'

export function isLanguage(text: string | null | undefined): text is Language {
  return text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text)
}

/** The one chosen earlier in this browser, else the first that the browser asks for and we speak, else English. */
export function initialLanguage(): Language {
  const saved = localStorage.getItem(KEY)
  if (isLanguage(saved)) return saved
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

export function saveLanguage(language: Language): void {
  localStorage.setItem(KEY, language)
}

/** BCP 47 tag by which numbers and times are written: the browser's own form of the language (`en-ZA`, `fr-CA`), if it has one. */
export function localeOf(language: Language): string {
  return navigator.languages.find((tag) => tag.slice(0, 2) === language) ?? language
}
