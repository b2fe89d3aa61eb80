import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

const TO = '27831117710'

const portal = portalForFile({}, async ({ call }) => {
  await call('admin', 'PUT', `/contacts/${TO}`, { name: 'Naledi Mokoena' })
  await call('admin', 'POST', '/send', { text: 'Your parcel is on its way', recipients: [TO] })
})

async function openPalette(page: PortalPage) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: 'Search' })
  await input.waitFor()
  return input
}

const group = (page: PortalPage, name: string) => page.getByRole('group', { name, exact: true })

/** The option that the input refers to as chosen. */
async function chosen(page: PortalPage) {
  const id = await page.getByRole('combobox', { name: 'Search' }).getAttribute('aria-activedescendant')
  return page.locator(`[id="${id}"][aria-selected=true]`)
}

test('a number finds its messages with their state and its contact, and the keys lead there', async () => {
  const page = await portal.logInAs('admin')
  const input = await openPalette(page)
  await input.pressSequentially('083 111 7710')
  await group(page, 'Messages')
    .getByRole('option', { name: `To ${TO}` })
    .getByText(/Delivered|Submitted|Queued/)
    .waitFor()
  await group(page, 'Contacts').getByRole('option', { name: 'Naledi Mokoena' }).waitFor()
  await assertShows(async () => (await chosen(page)).getByText(`To ${TO}`).count(), 1)
  await page.keyboard.press('ArrowDown')
  await assertShows(async () => (await chosen(page)).getByText('Naledi Mokoena').count(), 1)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/portal\/messages\/\d+$/)
  await assertShows(() => input.count(), 0)
})

test('any word of a name finds the contact, with or without accents', async () => {
  await portal.call('admin', 'PUT', '/contacts/27831117711', { name: 'Zoë Botha' })
  const page = await portal.logInAs('admin')
  const input = await openPalette(page)
  for (const typed of ['botha', 'Bötha zoe']) {
    await input.fill(typed)
    await group(page, 'Contacts').getByRole('option', { name: 'Zoë Botha' }).waitFor()
    await input.fill('')
  }
})

test('names find contacts, ids find messages, operators find channels and clients', async () => {
  const page = await portal.logInAs('operator')
  const input = await openPalette(page)
  await input.fill('acme')
  await group(page, 'Clients').getByRole('option', { name: 'Acme Ltd' }).click()
  await page.waitForURL(new RegExp(`/operator/clients/${portal.accounts.clientId}$`))
  const admin = await portal.logInAs('admin')
  const own = await openPalette(admin)
  const { records } = await portal.call<{ records: { smsId: number }[] }>('admin', 'GET', `/messages?to=${TO}`)
  await own.fill(String(records[0]?.smsId))
  await group(admin, 'Messages').getByRole('option').waitFor()
  await own.fill(portal.accounts.number)
  await group(admin, 'Channels').getByRole('option', { name: portal.accounts.number }).waitFor()
  await own.fill('nale')
  await group(admin, 'Contacts').getByRole('option', { name: 'Naledi' }).waitFor()
  await assertAccessible(admin)
  await own.fill('zzzz')
  await group(admin, 'Contacts').waitFor({ state: 'detached' })
  await group(admin, 'Continue with').getByRole('option', { name: 'Messages with “zzzz”' }).waitFor()
})

test('one request for what is typed at once, and none goes on that is no longer wanted', async () => {
  const page = await portal.logInAs('admin')
  const input = await openPalette(page)
  const asked: string[] = []
  const isSearch = (url: string) => url.includes('/portal/api/1/find?')
  page.on('request', (request) => isSearch(request.url()) && asked.push(request.url()))
  // The first request is never answered.
  await page.route(/\/find\?query=nal$/, () => {})
  const first = page.waitForRequest(/\/find\?query=nal$/)
  const cancelled = page.waitForEvent('requestfailed', (request) => isSearch(request.url()))
  // What counts as typed at once does not depend on how fast this machine types.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await input.pressSequentially('nal')
  await page.clock.runFor(199)
  assert.deepEqual(asked, [])
  await page.clock.runFor(1)
  await first
  await input.pressSequentially('edi')
  await page.clock.runFor(200)
  assert.match((await cancelled).url(), /query=nal$/)
  await page.clock.resume()
  await group(page, 'Contacts').getByRole('option', { name: 'Naledi' }).waitFor()
  assert.deepEqual(
    asked.map((url) => new URL(url).searchParams.get('query')),
    ['nal', 'naledi'],
  )
})
