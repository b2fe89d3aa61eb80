import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { portalForFile } from './support/portal.ts'

const portal = portalForFile()

const NOON = new Date('2026-06-01T10:03:00Z')

/** The note in each locale; the zone of the tests is two hours ahead of UTC. */
const BARS = [
  { locale: 'en-GB', text: /^No connection since 12:03\./ },
  { locale: 'en-US', text: /^No connection since 12:03\sPM\./ },
  { locale: 'fr-FR', text: /^Pas de connexion depuis 12:03\./ },
]

for (const { locale, text } of BARS)
  test(`${locale}: a page says since when there is no connection, and is up to date when there is one again`, async () => {
    const page = await portal.logInAs('user', '/contacts', { locale })
    await page.getByRole('heading', { level: 1 }).waitFor()
    page.watched.expectConsole(/net::ERR_CONNECTION_REFUSED/)
    await page.clock.setFixedTime(NOON)
    await page.route('**/portal/api/**', (route) => route.abort('connectionrefused'))
    const bar = page.getByRole('status').getByText(text)
    // The stream of changes is not the page's own: it notices by the next thing that it asks for.
    await page.getByRole('main').getByRole('textbox').first().fill('Added')
    await bar.waitFor()
    if (locale === 'en-GB') await assertAccessible(page)
    const mobile = `2782123${7000 + BARS.findIndex((each) => each.locale === locale)}`
    await portal.call('user', 'PUT', `/contacts/${mobile}`, { name: `Added meanwhile ${locale}` })
    await page.unroute('**/portal/api/**')
    await page.getByText(`Added meanwhile ${locale}`).waitFor()
    await bar.waitFor({ state: 'detached' })
  })

test('a database that is away is no connection either, a refused request is one', async () => {
  const page = await portal.logInAs('user', '/contacts')
  await page.getByRole('heading', { level: 1 }).waitFor()
  page.watched.expectConsole(/status of (403|503)/)
  const answer = (status: number, category: string, code: string) =>
    page.route('**/portal/api/**', (route) =>
      route.fulfill({ status, json: { category, code, message: code, details: {} } }),
    )
  await answer(503, 'unavailable', 'database-away')
  const bar = page.getByRole('status').getByText(/^No connection since/)
  await page.getByRole('main').getByRole('textbox').first().fill('A')
  await bar.waitFor()
  await page.unroute('**/portal/api/**')
  await answer(403, 'forbidden', 'not-allowed')
  await bar.waitFor({ state: 'detached' })
})
