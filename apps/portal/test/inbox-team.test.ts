import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'
import { watchPage } from './support/watch-page.ts'

const portal = portalForFile()
let senders = 0

/** A number that no test has used. */
function sender(): string {
  senders += 1
  return `2783666${String(senders).padStart(4, '0')}`
}

/** Sends an SMS from a subscriber of the simulated network to the client. */
const receive = (from: string, text: string) =>
  portal.gateway.run('simulate', 'incoming', '--from', from, '--to', portal.accounts.number, '--text', text)

const rowOf = (page: Page, from: string) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('link').filter({ hasText: from })

const entries = (page: Page) => page.getByRole('list', { name: 'Messages of this conversation' })

const replyBox = (page: Page) => page.getByRole('textbox', { name: 'Your reply' })

/** Opens a conversation of its own as this user. */
async function openAs(role: 'user' | 'admin', from: string): Promise<PortalPage> {
  const page = await portal.logInAs(role, `/inbox/${from}`)
  await page.getByRole('button', { name: 'Snooze' }).waitFor()
  return page
}

/** Another tab of the same browser. */
async function openTab(page: PortalPage, path: string): Promise<Page> {
  const tab = await page.context().newPage()
  watchPage(tab, portal.gateway.url)
  await tab.goto(`${portal.gateway.url}/portal${path}`)
  return tab
}

/** How many streams of changes the gateway has open. */
async function openStreams(): Promise<number> {
  const text = await (await fetch(`${portal.gateway.adminUrl}/metrics`)).text()
  return Number(/^heliograph_portal_streams\{[^}]*\} (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

/** Polls until the gateway has this many. */
async function streams(expected: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await openStreams()) === expected) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.equal(await openStreams(), expected)
}

interface Phone {
  readonly messages: readonly { readonly direction: string; readonly text: string }[]
}

/** What a phone received, once there are this many. Polls for them. */
async function arrivedAt(phone: string, count: number): Promise<readonly string[]> {
  for (let tries = 0; ; tries += 1) {
    const { messages } = await portal.call<Phone>('admin', 'GET', `/phones/${phone}`)
    const texts = messages.filter(({ direction }) => direction === 'received').map(({ text }) => text)
    if (texts.length >= count || tries > 300) return texts
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('all tabs of a browser share one stream of changes, whichever of them is closed', async () => {
  await streams(0)
  const first = await portal.logInAs('user', '/inbox')
  await first.getByText('No messages yet').waitFor()
  await streams(1)
  const second = await openTab(first, '/inbox')
  await second.getByText('No messages yet').waitFor()
  const from = sender()
  await receive(from, 'Is anybody there?')
  for (const tab of [first, second]) await rowOf(tab, from).getByText('Is anybody there?').waitFor()
  assert.equal(await openStreams(), 1)
  await first.close()
  await receive(from, 'Still there?')
  await rowOf(second, from).getByText('Still there?').waitFor()
  await second.waitForFunction(() => document.title.startsWith('(1) Inbox'))
  assert.equal(await openStreams(), 1)
  await second.close()
  await streams(0)
})

test('tabs that act for different clients do not share a stream, and a log-out ends that of all tabs', async () => {
  const page = await portal.open('/log-in')
  const { email, password } = portal.accounts.users.operator
  await page.getByLabel('E-mail').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(/\/portal\/$/)
  await streams(1)
  const acting = await openTab(page, '/')
  await acting.evaluate((id) => sessionStorage.setItem('heliograph.client', String(id)), portal.accounts.clientId)
  await acting.goto(`${portal.gateway.url}/portal/inbox`)
  const from = sender()
  await receive(from, 'For Acme alone')
  await rowOf(acting, from).waitFor()
  await streams(2)
  await page.goto(`${portal.gateway.url}/portal/inbox`)
  await page.getByText('No messages yet').waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(/\/portal\/log-in/)
  await acting.waitForURL(/\/portal\/log-in\?.*ended=1/)
  await streams(0)
})

test('colleagues assign, end and find conversations, and see at once what the other has done', async () => {
  const from = sender()
  await receive(from, 'My parcel has not come')
  const [user, admin] = [await openAs('user', from), await openAs('admin', from)]
  await user.keyboard.press('a')
  await rowOf(admin, from).getByLabel('assigned to user@example.com').waitFor()
  await admin.getByText(`${from} was changed by user@example.com: assigned to user@example.com`).waitFor()
  await admin.getByLabel('Assigned to', { exact: true }).selectOption({ label: 'Me' })
  await user.getByText(`${from} was changed by admin@example.com: assigned to admin@example.com`).waitFor()
  await user.getByLabel('Folder').selectOption({ label: 'Assigned to me' })
  await user.getByText('This folder is empty.').waitFor()
  await admin.getByLabel('Folder').selectOption({ label: 'Assigned to me' })
  await rowOf(admin, from).waitFor()
  await admin.getByRole('heading', { level: 2 }).click()
  await admin.keyboard.press('d')
  await user.getByRole('button', { name: 'Open again' }).waitFor()
  await user.getByLabel('Folder').selectOption({ label: 'Done' })
  await rowOf(user, from).waitFor()
  await receive(from, 'It came after all')
  await user.getByRole('button', { name: 'Done' }).waitFor()
  await user.getByLabel('Folder').selectOption({ label: 'Open' })
  await rowOf(user, from).getByText('It came after all').waitFor()
})

test('a conversation is snoozed by what people write for a time, and is back with the next SMS', async () => {
  const from = sender()
  await receive(from, 'Call me tomorrow')
  const page = await openAs('user', from)
  await page.keyboard.press('s')
  const until = page.getByLabel('Snooze until')
  await until.waitFor()
  await until.fill('tomorrow 9')
  await page.getByRole('dialog').getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('button', { name: /^Snoozed, back/ }).waitFor()
  await page.getByLabel('Folder').selectOption({ label: 'Snoozed' })
  await rowOf(page, from)
    .getByLabel(/^Snoozed, back/)
    .waitFor()
  await page.getByLabel('Folder').selectOption({ label: 'Open' })
  await rowOf(page, from).waitFor({ state: 'detached' })
  await receive(from, 'Now, please')
  await rowOf(page, from).getByText('Now, please').waitFor()
  await page.getByRole('button', { name: 'Snooze', exact: true }).waitFor()
})

test('a note is seen by colleagues and never sent', async () => {
  const from = sender()
  await receive(from, 'What does it cost?')
  const [user, admin] = [await openAs('user', from), await openAs('admin', from)]
  await user.keyboard.press('i')
  await user.getByRole('textbox', { name: 'Note to colleagues' }).waitFor()
  await user.keyboard.type('He is a good customer: ten per cent off')
  await user.keyboard.press('Control+Enter')
  const note = entries(admin).getByRole('listitem').filter({ hasText: 'ten per cent off' })
  await note.getByText('Note by user@example.com, not sent').waitFor()
  await user.getByRole('textbox', { name: 'Note to colleagues' }).waitFor({ state: 'detached' })
  await user.keyboard.press('r')
  await user.keyboard.type('Ninety euros')
  await user.keyboard.press('Control+Enter')
  assert.deepEqual(await arrivedAt(from, 1), ['Ninety euros'])
  await entries(admin).getByText('Ninety euros').waitFor()
  await assertAccessible(admin)
})

test('who is answering shows to colleagues, and who was slower is asked before a second answer goes out', async () => {
  const from = sender()
  await receive(from, 'When do you open?')
  const [user, admin] = [await openAs('user', from), await openAs('admin', from)]
  await admin.keyboard.press('r')
  await admin.keyboard.type('At ten')
  await user.getByText('admin@example.com is answering').waitFor()
  await rowOf(user, from).getByLabel('Someone is answering').waitFor()
  await user.keyboard.press('r')
  await user.keyboard.type('At nine')
  await admin.getByText('user@example.com is answering').waitFor()
  await user.keyboard.press('Control+Enter')
  assert.deepEqual(await arrivedAt(from, 1), ['At nine'])
  await admin.getByText('user@example.com is answering').waitFor({ state: 'detached' })
  admin.watched.expectConsole(/status of 409/)
  await admin.keyboard.press('Control+Enter')
  const alert = admin.getByRole('alert').filter({ hasText: 'user@example.com has answered meanwhile' })
  await alert.getByText('“At nine”').waitFor()
  await assertShows(() => replyBox(admin).inputValue(), 'At ten')
  await alert.getByRole('button', { name: 'Send mine as well' }).click()
  assert.deepEqual(await arrivedAt(from, 2), ['At nine', 'At ten'])
  await user.getByText('admin@example.com is answering').waitFor({ state: 'detached' })
})

test('the help page names the keys for teams', async () => {
  const page = await portal.logInAs('user', '/inbox')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  for (const text of ['assign to me, or to nobody', 'done, or open again', 'snooze', 'write a note to colleagues'])
    await dialog.getByText(`Inbox: ${text}`, { exact: true }).waitFor()
})
