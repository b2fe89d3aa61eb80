/**
 * Makes pictures of every page, filled with lifelike data, at the width of a phone and of a desk, light and dark.
 * Usage: pnpm --filter @heliograph/portal screenshots [FOLDER [NAME...]]; default folder: screenshots, default pages: all.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openPage, PAGES, type PageToSee, untilLoaded } from '../test/support/pages.ts'
import { seed } from '../test/support/seed.ts'
import { type PortalPage, type StartedPortal, startPortal } from '../test/support/start-portal.ts'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

const [folder = 'screenshots', ...names] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
const portal = await startPortal()
try {
  await seed(portal)
  for (const page of PAGES) {
    if (names.length === 0 || names.includes(page.name)) await takeAll(portal, page)
  }
} finally {
  await portal.stop()
}

async function takeAll(from: StartedPortal, each: PageToSee): Promise<void> {
  for (const viewport of SIZES) {
    const page = await openPage(from, each, { viewport })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await untilStill(page)
      await page.screenshot({ path: join(folder, `${each.name}-${viewport.width}-${colorScheme}.png`) })
    }
  }
  await from.closePages().catch((error: Error) => console.error(`${each.name}: ${error.message}`))
}

/** Until nothing is being loaded and nothing moves. */
async function untilStill(page: PortalPage): Promise<void> {
  await untilLoaded(page)
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  )
}
