import { type ShownLanguage, useLanguage } from './language.tsx'
import type { Value } from './message.ts'
import { readTexts } from './read-texts.ts'
import type { TextValues } from './text-values.ts'

/** A text with values in it: `parts({ count: 2 })`. */
export type TextWith<Name extends string> = (values: { readonly [N in Name]: Value }) => string

/** What the texts `T` of a file are to pages: those with values, which `V` names, are functions of them. */
type Read<T, V> = {
  readonly [K in keyof T]: T[K] extends string | readonly string[]
    ? K extends keyof V
      ? TextWith<Extract<V[K], string>>
      : T[K]
    : Read<T[K], K extends keyof V ? V[K] : unknown>
}

/** The texts of a page. */
export interface Texts<T> {
  /** In English where the language has none. */
  readonly in: (shown: ShownLanguage) => T
}

export type TextsOf<T> = T extends Texts<infer R> ? R : never

/**
 * The texts of the files of this name (`en/<name>.json`), of which English and French come with the pages that use
 * them. They are read when they are first needed.
 */
export function defineTexts<Name extends keyof TextValues, T extends object>(
  name: Name,
  own: { readonly en: T; readonly fr: NoInfer<T> },
): Texts<Read<T, TextValues[Name]>> {
  type Shown = Read<T, TextValues[Name]>
  const known = new Map<object, Shown>()
  return {
    in({ language, translation }) {
      const found = language === 'en' || language === 'fr' ? own[language] : translation?.[name]
      const written = found ?? own.en
      const texts = known.get(written) ?? readTexts<Shown>(written, found === undefined ? 'en' : language)
      known.set(written, texts)
      return texts
    },
  }
}

/** The texts in the viewer's language. */
export function useTexts<T>(texts: Texts<T>): T {
  return texts.in(useLanguage())
}
