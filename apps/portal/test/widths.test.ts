import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNarrowText, findOverflow } from './support/layout.ts'
import { openPage, PAGES, untilLoaded } from './support/pages.ts'
import { portalForFile } from './support/portal.ts'
import { seed } from './support/seed.ts'

/** Pixels: a phone, a small laptop or a tablet, a desktop. */
const WIDTHS = [390, 1024, 1440]
const HEIGHT = 900
const FRAMES = 60

/** The most that anyone has paid in advance. */
const MUCH = '98765432.10'

const portal = portalForFile({}, async (started) => {
  await seed(started)
  await started.call('operator', 'POST', `/clients/${started.accounts.clientId}/credit`, { amount: MUCH })
})

for (const each of PAGES)
  test(`${each.name} fits every width, and its texts can be read`, async () => {
    const page = await openPage(portal, each)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      await untilLoaded(page)
      let found: readonly string[] = []
      // Charts follow a new width some frames later.
      for (let frame = 0; frame < FRAMES; frame += 1) {
        found = [...(await page.evaluate(findOverflow)), ...(await page.evaluate(findNarrowText))]
        if (found.length === 0) break
        await page.evaluate('new Promise(requestAnimationFrame)')
      }
      assert.deepEqual(found, [], `at ${width} px`)
    }
  })
