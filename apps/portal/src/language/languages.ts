/** The languages of the portal, each with its own name. */
export const LANGUAGES = { en: 'English', fr: 'Français', de: 'Deutsch', ar: 'العربية' } as const

export type Language = keyof typeof LANGUAGES

const KEY = 'heliograph.language'

export function isLanguage(text: string | null | undefined): text is Language {
  return text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text)
}

/** Which way it is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/**
 * The one chosen earlier in this browser; otherwise the first of the browser's languages that the portal has; otherwise
 * English.
 */
export function initialLanguage(): Language {
  const saved = localStorage.getItem(KEY)
  return isLanguage(saved) ? saved : browserLanguage()
}

function browserLanguage(): Language {
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

export function saveLanguage(language: Language): void {
  localStorage.setItem(KEY, language)
}

/**
 * BCP 47 tag for the format of numbers and times: the browser's first one (`en-ZA`, `de-DE`), also where the portal has
 * no texts in that language. When another language was chosen here than the browser's: its variant of that one, if it
 * has one. Digits are 0 to 9 and dates Gregorian in each, since phone numbers, codes and what is typed are, and so all
 * that stands beside them: Arabic, Persian and Bengali locales would mix two sets of digits, Thai ones two calendars.
 */
export function localeOf(language: Language): string {
  return new Intl.Locale(variantOf(language), { calendar: 'gregory', numberingSystem: 'latn' }).toString()
}

function variantOf(language: Language): string {
  const [first = language] = navigator.languages
  if (language === browserLanguage()) return first
  return navigator.languages.find((tag) => tag.slice(0, 2) === language) ?? language
}
