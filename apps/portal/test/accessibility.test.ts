import { before, test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { PAGES } from './support/pages.ts'
import { portalForFile } from './support/portal.ts'
import { seed } from './support/seed.ts'

const portal = portalForFile()
before(() => seed(portal))

for (const { name, role, path } of PAGES) {
  test(`${name} is accessible in both themes`, async () => {
    const page = await (role === 'nobody' ? portal.open(path) : portal.logInAs(role, path))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    await assertAccessible(page)
  })
}
