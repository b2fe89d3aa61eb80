import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { OVERLAYS } from './support/overlays.ts'
import { portalForFile } from './support/portal.ts'
import { seed } from './support/seed.ts'

const SOURCES = new URL('../src/', import.meta.url)

/** Components that open over the page. Those of choices have no buttons of the portal's in them. */
const OVERLAY = /<(?:Modal|Drawer|Popover|Menu|HoverCard|DateTimePicker|DatePickerInput)\b/

const portal = portalForFile({}, seed)

for (const { name, role, path, answers = {}, open, shows = 'dialog' } of OVERLAYS) {
  test(`${name}: it is accessible in both themes`, async () => {
    const page = await portal.logInAs(role, typeof path === 'string' ? path : path(portal.accounts))
    for (const [address, json] of Object.entries(answers))
      await page.route(`**/portal/api/1${address}*`, (route) => route.fulfill({ json }))
    if (Object.keys(answers).length > 0) await page.reload()
    await open(page)
    const shown = typeof shows === 'string' ? page.getByRole(shows) : page.getByRole('button', { name: shows })
    await shown.first().waitFor()
    await assertAccessible(page)
  })
}

test('no overlay is missing above', () => {
  const known = new Set(OVERLAYS.map(({ source }) => source))
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  assert.deepEqual(
    files.filter((file) => OVERLAY.test(readFileSync(new URL(file, SOURCES), 'utf8')) && !known.has(file)),
    [],
  )
})
