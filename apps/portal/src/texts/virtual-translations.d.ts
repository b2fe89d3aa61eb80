/** Made by `scripts/translations.ts` of the folders beside this file. */
declare module 'virtual:translations' {
  interface Part {
    /** By the names of their files. */
    readonly texts: Readonly<Record<string, import('../language/read-texts.ts').WrittenTexts>>
  }

  /** The files of a language that does not come with the pages. */
  export interface Parts {
    readonly first: () => Promise<Part>
    readonly others: () => Promise<Part>
  }

  export const translations: Readonly<Record<string, Parts>>
}
