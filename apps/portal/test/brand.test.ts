import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'

// A deployment with a name, a logo and a colour of its own.

const folder = await mkdtemp(join(tmpdir(), 'heliograph-brand-'))
after(() => rm(folder, { recursive: true }))
const logo = join(folder, 'logo.svg')
await writeFile(
  logo,
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30"><style>.a{fill:#7a1f5c}</style><rect class="a" width="60" height="30"/></svg>',
)

/** The lightest that is taken: its tones have the least contrast. */
const COLOR = '#b84a00'

const portal = portalForFile({ sections: { brand: { name: 'Acme <SMS>', logo, color: COLOR } } })

test('the page has name, icon and logo before its first script runs, and on its first drawing', async () => {
  const html = await (await fetch(`${portal.gateway.url}/portal/log-in`)).text()
  assert.match(html, /<title>Acme &lt;SMS&gt;<\/title>/)
  assert.ok(!html.includes('Heliograph'), html)
  const page = await portal.open('/log-in')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await assertShows(() => page.title(), 'Log in · Acme <SMS>')
  await page.getByText('Acme <SMS>', { exact: true }).waitFor()
  const size = (image: HTMLImageElement) => [image.naturalWidth > 0, image.height]
  await assertShows(() => page.locator('main img').evaluate(size), [true, 28])
  const hasProduct = async () => (await page.content()).includes('Heliograph')
  await assertShows(hasProduct, false)
})

test('the colour is that of buttons, and every text in it and its tones can be read, light and dark', async () => {
  const page = await portal.logInAs('admin', '/send')
  await page.getByRole('heading', { name: 'Send', level: 1 }).waitFor()
  await assertShows(() => page.title(), 'Send · Acme <SMS>')
  const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-7')
  await assertShows(() => page.evaluate(accent), COLOR)
  await assertAccessible(page)
  const overview = await portal.logInAs('operator')
  await overview.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await assertAccessible(overview)
})

test('an authenticator app gets the name', async () => {
  const { password: presentPassword } = portal.accounts.users.admin
  const enrolled = await portal.call<{ uri: string }>('admin', 'POST', '/account/second-factor', { presentPassword })
  assert.match(enrolled.uri, /^otpauth:\/\/totp\/Acme%20%3CSMS%3E:.*&issuer=Acme%20%3CSMS%3E$/)
})
