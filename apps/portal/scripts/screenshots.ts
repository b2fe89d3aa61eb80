/**
 * Takes screenshots of every page, filled with lifelike data, at the width of a phone and of a desktop, light and dark,
 * in every language.
 *
 * Usage: `pnpm --filter @heliograph/portal screenshots [FOLDER [PAGE|LANGUAGE...]]`; default folder: screenshots,
 * default: all pages and languages. With `--readme` instead of a folder, it takes the screenshots of the README again.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isLanguage, type Language } from '../src/language/languages.ts'
import { openPage, PAGES, type PageToSee, untilLoaded } from '../test/support/pages.ts'
import { seed } from '../test/support/seed.ts'
import { type PortalPage, type StartedPortal, startPortal } from '../test/support/start-portal.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

interface Picture {
  readonly page: PageToSee
  readonly viewport: typeof PHONE
  readonly colorScheme: 'light' | 'dark'
  readonly language: Language
}

/** By language, the browser's. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE', ar: 'ar-EG' }
const LANGUAGES = Object.keys(LOCALES) as Language[]

const ALL: readonly Picture[] = LANGUAGES.flatMap((language) =>
  PAGES.flatMap((page) =>
    [PHONE, DESK].flatMap((viewport) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ page, viewport, colorScheme, language })),
    ),
  ),
)

/** Names of the screenshots in the README. */
const README = ['send-1440-light', 'conversation-1440-dark', 'overview-1440-light', 'contacts-390-light']

const [given = 'screenshots', ...names] = process.argv.slice(2)
const isReadme = given === '--readme'
const folder = isReadme ? fileURLToPath(new URL('../images', import.meta.url)) : given
const pages = names.filter((name) => !isLanguage(name))
const languages = names.filter(isLanguage)
const isWanted = (picture: Picture) =>
  isReadme
    ? picture.language === 'en' && README.includes(nameOf(picture))
    : (pages.length === 0 || pages.includes(picture.page.name)) &&
      (languages.length === 0 || languages.includes(picture.language))
/** Each language has a folder of its own. */
const folderOf = ({ language }: Picture) => (isReadme ? folder : join(folder, language))

const portal = await startPortal()
try {
  await seed(portal)
  await untilCounted(portal)
  for (const picture of ALL.filter(isWanted)) {
    await take(portal, picture).catch((error: Error) => {
      process.exitCode = 1
      console.error(`${picture.language} ${nameOf(picture)}: ${error.message}`)
    })
  }
} finally {
  await portal.stop()
}

/** Waits until the overview has figures of the seeded data: the gateway counts every few seconds. */
async function untilCounted({ call }: StartedPortal): Promise<void> {
  const seededAt = new Date().toISOString()
  for (;;) {
    const { countedAt } = await call<{ countedAt: string | null }>('admin', 'GET', '/overview')
    if (countedAt !== null && countedAt > seededAt) return
    await delay(500)
  }
}

async function take(from: StartedPortal, picture: Picture): Promise<void> {
  const { page: which, viewport, colorScheme, language } = picture
  try {
    const page = await openPage(from, which, { viewport, colorScheme, locale: LOCALES[language] })
    await untilStill(page)
    await page.screenshot({ path: join(folderOf(picture), `${nameOf(picture)}.png`) })
  } finally {
    await from.closePages()
  }
}

function nameOf({ page, viewport, colorScheme }: Picture): string {
  return `${page.name}-${viewport.width}-${colorScheme}`
}

/** Waits until nothing is loading and nothing moves; live content never comes to rest. */
async function untilStill(page: PortalPage): Promise<void> {
  await untilLoaded(page)
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  )
}
