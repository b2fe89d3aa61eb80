import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertShows } from './support/assert-shows.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

const portal = portalForFile()

/** Ends the session of the page from outside, as its time or an administrator would. */
async function endSession(page: PortalPage): Promise<void> {
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const base = `${portal.gateway.url}/portal/api/1`
  const { csrfToken } = (await (await fetch(`${base}/session`, { headers: { cookie } })).json()) as {
    csrfToken: string
  }
  const headers = { cookie, 'x-csrf-token': csrfToken }
  assert.equal((await fetch(`${base}/log-out`, { method: 'POST', headers })).status, 204)
}

/** By password, since the sessions of `logInAs` are shared. */
async function logIn(page: PortalPage, role: 'user' | 'admin' | 'operator'): Promise<void> {
  const { email, password } = portal.accounts.users[role]
  await page.getByLabel('E-mail').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** How many requests the page makes within a time in which it would have polled. */
async function requestsOf(page: PortalPage): Promise<number> {
  await page.waitForLoadState('networkidle')
  await page.clock.install()
  let count = 0
  page.on('request', () => {
    count += 1
  })
  await page.clock.runFor(60_000)
  return count
}

test('a text that was being written is there again after the next log-in', async () => {
  const page = await portal.open('/send?to=0821110001')
  await logIn(page, 'user')
  await page.getByRole('textbox', { name: 'Text' }).fill('Half a sentence')
  await endSession(page)
  const ended = page.waitForURL(/\/portal\/log-in\?/)
  // The preview for other recipients is refused, unless the stream of changes has found it out before, perhaps so soon
  // that there is nothing left to fill in.
  const typed = page.getByLabel('Recipients').fill('0821110001 ')
  await Promise.race([ended, typed.catch(() => {})])
  await ended
  await page.getByText('Your session has ended').waitFor()
  await logIn(page, 'user')
  await page.waitForURL(/\/portal\/send\?to=/)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.waitFor()
  await assertShows(() => text.inputValue(), 'Half a sentence')
  await assertShows(async () => (await page.getByLabel('Recipients').inputValue()).trim(), '0821110001')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('1 accepted.').waitFor()
})

test('a reply is kept too, when a poll finds that the session has ended; then nothing is polled', async () => {
  const from = '27835557001'
  await portal.gateway.run(
    'simulate',
    'incoming',
    '--from',
    from,
    '--to',
    portal.accounts.number,
    '--text',
    'When do you open?',
  )
  const page = await portal.open(`/inbox/${from}`)
  await logIn(page, 'user')
  const reply = page.getByRole('textbox', { name: 'Your reply' })
  await reply.fill('At nine')
  await endSession(page)
  await page.waitForURL(/\/portal\/log-in\?/)
  await page.getByText('Your session has ended').waitFor()
  assert.equal(await requestsOf(page), 0)
  await logIn(page, 'user')
  await page.waitForURL(new RegExp(`/portal/inbox/${from}`))
  await reply.waitFor()
  await assertShows(() => reply.inputValue(), 'At nine')
})

test('another user who logs in then finds no draft', async () => {
  const page = await portal.open('/send')
  await logIn(page, 'user')
  await page.getByRole('textbox', { name: 'Text' }).fill('Between us')
  await endSession(page)
  await page.waitForURL(/\/portal\/log-in\?/)
  await logIn(page, 'admin')
  await page.waitForURL(/\/portal\/send/)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.waitFor()
  await assertShows(() => text.inputValue(), '')
})

for (const [client, isOwn] of [
  ['Acme Ltd', 'its own'],
  ['Cape Dental', 'another'],
] as const)
  test(`a user who logs in after an operator who acted for ${isOwn} client acts for no one`, async () => {
    if (client === 'Cape Dental') await portal.call('operator', 'POST', '/clients', { name: client })
    const page = await portal.open('/contacts')
    page.watched.expectConsole(/status of 404/)
    await logIn(page, 'operator')
    await page.getByRole('combobox', { name: 'Client' }).fill(client)
    await page.getByRole('option', { name: client }).click()
    await page.getByText(`You are acting for ${client}`).waitFor()
    await endSession(page)
    await page.waitForURL(/\/portal\/log-in\?/)
    await logIn(page, 'user')
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
    await assertShows(() => page.getByText('You are acting for').count(), 0)
  })
