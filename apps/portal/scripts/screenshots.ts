/**
 * Takes screenshots of every page, filled with lifelike data, at the width of a phone, a tablet and a desktop, light
 * and dark, in every language: the whole page, however long it is.
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
const TABLET = { width: 1024, height: 768 }
const DESK = { width: 1440, height: 900 }

const DRAWN_MS = 300

interface Form {
  readonly viewport: typeof PHONE
  readonly colorScheme: 'light' | 'dark'
}

const FORMS: readonly Form[] = [PHONE, TABLET, DESK].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
)

/** A page that is opened once, for pictures in several forms. */
interface Visit {
  readonly page: PageToSee
  readonly language: Language
  readonly forms: readonly Form[]
}

/** By language, the browser's. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE', ar: 'ar-EG' }
const LANGUAGES = Object.keys(LOCALES) as Language[]

/** Names of the screenshots in the README. */
const README = ['send-1440-light', 'conversation-1440-dark', 'overview-1440-light', 'contacts-390-light']

const [given = 'screenshots', ...names] = process.argv.slice(2)
const isReadme = given === '--readme'
const folder = isReadme ? fileURLToPath(new URL('../images', import.meta.url)) : given
const pages = names.filter((name) => !isLanguage(name))
const languages = names.filter(isLanguage)
const isWanted = ({ page, language }: Pick<Visit, 'page' | 'language'>) =>
  isReadme
    ? language === 'en'
    : (pages.length === 0 || pages.includes(page.name)) && (languages.length === 0 || languages.includes(language))
const visits: readonly Visit[] = LANGUAGES.flatMap((language) => PAGES.map((page) => ({ page, language })))
  .filter(isWanted)
  .map((visit) => ({ ...visit, forms: FORMS.filter((form) => !isReadme || README.includes(nameOf(visit.page, form))) }))
  .filter(({ forms }) => forms.length > 0)
/** Each language has a folder of its own. */
const folderOf = (language: Language) => (isReadme ? folder : join(folder, language))

const portal = await startPortal()
try {
  await seed(portal)
  await untilCounted(portal)
  for (const visit of visits) {
    await take(portal, visit).catch((error: Error) => {
      process.exitCode = 1
      console.error(`${visit.language} ${visit.page.name}: ${error.message}`)
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

async function take(from: StartedPortal, { page: which, language, forms }: Visit): Promise<void> {
  try {
    const page = await openPage(from, which, { ...forms[0], locale: LOCALES[language] })
    await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
    for (const form of forms) {
      await page.setViewportSize(form.viewport)
      await page.emulateMedia({ colorScheme: form.colorScheme })
      await untilStill(page)
      const path = join(folderOf(language), `${nameOf(which, form)}.png`)
      await page.screenshot({ path, fullPage: !isReadme })
    }
  } finally {
    await from.closePages()
  }
}

function nameOf({ name }: PageToSee, { viewport, colorScheme }: Form): string {
  return `${name}-${viewport.width}-${colorScheme}`
}

/** Waits until nothing is loading and nothing moves; live content never comes to rest. */
async function untilStill(page: PortalPage): Promise<void> {
  await untilLoaded(page)
  // Charts follow a new width some frames later.
  await delay(DRAWN_MS)
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  )
}
