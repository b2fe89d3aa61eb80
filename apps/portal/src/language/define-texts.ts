import { useLanguage } from './language.tsx'
import type { Language } from './languages.ts'

/** The same structure with other words: French texts are different strings from the English ones. */
export type InOtherWords<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : InOtherWords<T[K]>
}

export type Texts<T> = Readonly<Record<Language, InOtherWords<T>>>

/** The texts of a page in every language. A text with a value in it is a function: `parts: (n: number) => ...`. */
export function defineTexts<const T extends object>(texts: {
  readonly en: T
  readonly fr: InOtherWords<NoInfer<T>>
}): Texts<T> {
  return texts as Texts<T>
}

/** The texts in the viewer's language. */
export function useTexts<T>(texts: Texts<T>): InOtherWords<T> {
  return texts[useLanguage().language]
}
