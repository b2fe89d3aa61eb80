import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { transformWithOxc } from 'vite'

/** Counts that English and French write in the singular. */
const SINGULAR = { en: ['1'], fr: ['0', '1'] } as const

/** A count before a noun in the plural, not what a name of that kind `is` or `has`. */
const PLURAL =
  /(?<![\d.,:])[01] \p{Ll}+s\b(?<! (?:belongs|dans|depuis|des|does|fois|has|is|logs|ms|receives|takes|was))/u

/** Take lists. */
const LISTING = new Set(['alerts.tells'])

/** Never so few, or no count. */
const MORE = new Set([
  'clients.credited',
  'contactImport.moreProblems',
  'developers.keys.after',
  'messages.exporting',
  'messages.times',
  'operator.link.beginningOf',
  'routing.fits',
  'scheduled.messages',
  'waiting.moreBefore',
])

/** What each text of a file says with this count in the place of every value, by its name. */
function said(texts: object, count: string, name: string): readonly (readonly [name: string, text: string])[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
    const own = `${name}.${key}`
    if (typeof text === 'object' && text !== null) return said(text, count, own)
    if (typeof text !== 'function' || LISTING.has(own)) return []
    const say = (value: number | string) => String(text(...Array.from({ length: text.length }, () => value)))
    // Counts are given as numbers, or as they are written: one of these is what it takes.
    const [first, second] = [say(count), say(Number(count))]
    return [[own, PLURAL.test(first) ? second : first] as const]
  })
}

/** The texts of a file, without the components that choose among languages. */
async function readTexts(file: string): Promise<{ readonly name: string; readonly en: object; readonly fr: object }> {
  const { code } = await transformWithOxc(readFileSync(new URL(file, folder), 'utf8'), file)
  const alone = code.replace(/^import .*define-texts.*$/m, 'const defineTexts = (name, texts) => ({ name, ...texts })')
  const exported = await import(`data:text/javascript,${encodeURIComponent(alone)}`)
  return Object.values(exported)[0] as Awaited<ReturnType<typeof readTexts>>
}

const folder = new URL('../src/texts/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/^translations?[.]ts$/.test(name))

for (const file of files)
  test(`${file}: a noun after 1 is in the singular, in French after 0 as well`, async () => {
    const { name, ...languages } = await readTexts(file)
    const wrong = (['en', 'fr'] as const).flatMap((language) =>
      SINGULAR[language]
        .flatMap((count) => said(languages[language], count, name))
        .filter(([key, text]) => PLURAL.test(text) && !MORE.has(key)),
    )
    assert.deepEqual(wrong, [])
  })
