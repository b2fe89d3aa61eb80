import { type ShownLanguage, useLanguage } from './language.tsx'

/** The same structure with other words: French texts are different strings from the English ones. */
export type InOtherWords<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : InOtherWords<T[K]>
}

export interface Texts<T, Name extends string = string> {
  /** By which the languages that have files of their own (`texts/de`, `texts/ar`) know them. */
  readonly name: Name
  readonly en: InOtherWords<T>
  readonly fr: InOtherWords<T>
}

/** The texts of a page. A text with a value in it is a function: `parts: (n: number) => ...`. */
export function defineTexts<const Name extends string, const T extends object>(
  name: Name,
  { en, fr }: { readonly en: T; readonly fr: InOtherWords<NoInfer<T>> },
): Texts<T, Name> {
  return { name, en: en as InOtherWords<T>, fr }
}

/** The texts in the viewer's language. */
export function useTexts<T>(texts: Texts<T>): InOtherWords<T> {
  return textsIn(texts, useLanguage())
}

/** The texts in a language; in English where it has none. */
export function textsIn<T>(texts: Texts<T>, { language, translation }: ShownLanguage): InOtherWords<T> {
  if (language === 'en' || language === 'fr') return texts[language]
  return (translation?.[texts.name] as InOtherWords<T> | undefined) ?? texts.en
}
