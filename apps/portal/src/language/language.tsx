import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { createFormatters, type Formatters } from './formatters.ts'
import { directionOf, initialLanguage, type Language, localeOf, saveLanguage } from './languages.ts'
import type { WrittenTexts } from './read-texts.ts'

/** The texts of a language by the names of their files. */
export type LoadedTexts = Readonly<Record<string, WrittenTexts>>

/** Loads them; undefined for a language whose texts come with the pages. */
export type LoadTranslation = (language: Language) => Promise<LoadedTexts | undefined>

/** A language, and its texts unless they come with the pages. */
export interface ShownLanguage {
  readonly language: Language
  readonly translation: LoadedTexts | undefined
}

interface LanguageState extends ShownLanguage {
  /** Remembered in this browser. One whose texts cannot be loaded now is not taken. */
  readonly setLanguage: (language: Language) => void
  readonly formatters: Formatters
}

const LanguageContext = createContext<LanguageState | undefined>(undefined)

/** The language that the viewer chose or prefers; English if its texts cannot be loaded. */
export async function loadLanguage(load: LoadTranslation): Promise<ShownLanguage> {
  const language = initialLanguage()
  return load(language).then(
    (translation) => ({ language, translation }),
    () => ({ language: 'en', translation: undefined }),
  )
}

/** Tells the browser, and the components that ask it, what language the page is in. */
export function markPage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

export interface LanguageProviderProps {
  readonly initial: ShownLanguage
  /** Loads the texts of another language that the viewer chooses. */
  readonly load: LoadTranslation
  readonly children: ReactNode
}

/** Keeps the viewer's language. */
export function LanguageProvider({ initial, load, children }: LanguageProviderProps) {
  const [shown, setShown] = useState(initial)
  const state = useMemo(() => {
    const setLanguage = (language: Language) => {
      const show = (translation: ShownLanguage['translation']) => {
        saveLanguage(language)
        markPage(language)
        setShown({ language, translation })
      }
      load(language).then(show, () => undefined)
    }
    return { ...shown, setLanguage, formatters: createFormatters(localeOf(shown.language), shown.language) }
  }, [shown, load])
  return <LanguageContext value={state}>{children}</LanguageContext>
}

/** The viewer's language, and how to change it. */
export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext)
  if (state === undefined) throw new Error('There is no LanguageProvider above this component')
  return state
}

/** The formatters of numbers, money and times for the viewer. */
export function useFormatters(): Formatters {
  return useLanguage().formatters
}
