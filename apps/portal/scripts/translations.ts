import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const NAME = 'virtual:translations'
const FOLDER = fileURLToPath(new URL('../src/texts/', import.meta.url))

/** The languages that come with the pages. */
const WITH_PAGES = ['en', 'fr']

/** The files that the login page and the first error need. */
const FIRST = ['field-faults', 'field-names', 'log-in', 'problem-codes', 'problems', 'remedies', 'shell']

/** Bundles each other folder of texts as two files, which a viewer of that language loads: `first` and `others`. */
export function translations(): Plugin {
  return {
    name: 'translations',
    resolveId: (id) => (id === NAME || id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${NAME}`) return listOfLanguages()
      const [, language, part] = /^\0virtual:translations[/]([a-z]+)[/](first|others)$/.exec(id) ?? []
      return language === undefined ? undefined : partOf(language, part === 'first')
    },
  }
}

function listOfLanguages(): string {
  const languages = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !WITH_PAGES.includes(entry.name))
    .map(({ name }) => name)
  const partsOf = (language: string) =>
    ['first', 'others'].map((part) => `${part}: () => import('${NAME}/${language}/${part}')`).join(', ')
  return `export const translations = { ${languages.map((name) => `${name}: { ${partsOf(name)} }`).join(', ')} }`
}

function partOf(language: string, isFirst: boolean): string {
  const names = readdirSync(`${FOLDER}${language}`)
    .map((file) => file.replace(/\.json$/, ''))
    .filter((name) => FIRST.includes(name) === isFirst)
  const imports = names.map((name, index) => `import t${index} from '${FOLDER}${language}/${name}.json'`)
  return `${imports.join('\n')}\nexport const texts = { ${names.map((name, index) => `'${name}': t${index}`).join(', ')} }`
}
