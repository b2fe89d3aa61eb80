import { test } from 'node:test'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'

const portal = portalForFile()

for (const locale of ['en-GB', 'ar-EG'])
  test(`the link of the open page stays in sight when the device is turned, in ${locale}`, async () => {
    const page = await portal.logInAs('operator', '/operator/unmatched', { locale })
    const link = page.locator('main nav [aria-current=page]')
    for (const [width, height] of [
      [844, 390],
      [390, 844],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      await assertShows(
        () =>
          link.evaluate((element) => {
            const { left, right } = element.getBoundingClientRect()
            return left >= 0 && right <= innerWidth
          }),
        true,
      )
    }
  })
