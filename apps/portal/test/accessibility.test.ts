import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { openPage, PAGES, untilLoaded } from './support/pages.ts'
import { portalForFile } from './support/portal.ts'
import { seed } from './support/seed.ts'

const portal = portalForFile({}, seed)

for (const each of PAGES) {
  test(`${each.name} is accessible in both themes`, async () => {
    const page = await openPage(portal, each)
    await untilLoaded(page)
    await assertAccessible(page)
  })
}
