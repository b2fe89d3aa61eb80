import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { goTo } from './support/go-to.ts'
import { OVERLAYS, type OverlayToSee } from './support/overlays.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'
import { seed } from './support/seed.ts'

const SOURCES = new URL('../src/', import.meta.url)

/** Components that open over the page. Those of choices have no buttons of the portal's in them. */
const OVERLAY = /<(?:Modal|Drawer|Popover|Menu|HoverCard|DateTimePicker|DatePickerInput)\b/

const portal = portalForFile({}, seed)

for (const role of new Set(OVERLAYS.map((each) => each.role)))
  test(`every overlay of ${role} is accessible in both themes`, async () => {
    const page = await portal.logInAs(role)
    const found: string[] = []
    for (const overlay of OVERLAYS.filter((each) => each.role === role))
      await assertOverlay(page, overlay).catch((error: Error) => found.push(`${overlay.name}: ${error.message}`))
    assert.deepEqual(found, [])
  })

/** Opens it anew, on a page that holds nothing of what was opened before. */
async function assertOverlay(page: PortalPage, overlay: OverlayToSee): Promise<void> {
  const { path, answers = {}, open, shows = 'dialog' } = overlay
  for (const [address, json] of Object.entries(answers))
    await page.route(`**/portal/api/1${address}*`, (route) => route.fulfill({ json }))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor({ state: 'detached' })
  await goTo(page, typeof path === 'string' ? path : path(portal.accounts))
  await open(page)
  const shown = typeof shows === 'string' ? page.getByRole(shows) : page.getByRole('button', { name: shows })
  await shown.first().waitFor()
  await assertAccessible(page)
}

test('no overlay is missing above', () => {
  const known = new Set(OVERLAYS.map(({ source }) => source))
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  assert.deepEqual(
    files.filter((file) => OVERLAY.test(readFileSync(new URL(file, SOURCES), 'utf8')) && !known.has(file)),
    [],
  )
})
