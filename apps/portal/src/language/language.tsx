import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { createFormatters, type Formatters } from './formatters.ts'
import { initialLanguage, type Language, localeOf, saveLanguage } from './languages.ts'

interface LanguageState {
  readonly language: Language
  readonly setLanguage: (language: Language) => void
  readonly formatters: Formatters
}

const LanguageContext = createContext<LanguageState | undefined>(undefined)

/** Keeps the viewer's language. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage)
  useEffect(() => {
    document.documentElement.lang = language
    saveLanguage(language)
  }, [language])
  const state = useMemo(
    () => ({ language, setLanguage, formatters: createFormatters(localeOf(language), language) }),
    [language],
  )
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
