import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openDatabase } from '@heliograph/engine'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

const portal = portalForFile({
  instances: { simulator: { config: { rate: 0, submitDelayMs: 0, receiptDelayMs: 50, receipts: true, phones: true } } },
})
let senders = 0

/** A number that no test has used. */
function sender(): string {
  senders += 1
  return `2783555${String(senders).padStart(4, '0')}`
}

/** Sends an SMS from a subscriber of the simulated network to the client. */
const receive = (from: string, text: string) =>
  portal.gateway.run('simulate', 'incoming', '--from', from, '--to', portal.accounts.number, '--text', text)

/** The last SMS of a subscriber has come with a picture, which the simulated network cannot send. */
async function attachPicture(from: string, octets: Buffer): Promise<void> {
  const sql = openDatabase({ url: portal.gateway.databaseUrl, max: 1, applicationName: 'test' })
  try {
    await sql`
      with picture as (
        insert into blob (blob_id, client_id, media_type, size, is_complete, incoming_id)
        select gen_random_uuid(), client_id, 'image/jpeg', ${octets.length}::bigint, true, incoming_id
        from incoming_message where sender = ${from} order by incoming_id desc limit 1
        returning blob_id
      )
      insert into blob_chunk (blob_id, position, octets) select blob_id, 0, ${octets}::bytea from picture`
  } finally {
    await sql.end()
  }
}

const rowOf = (page: PortalPage, from: string) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('link').filter({ hasText: from })

const entries = (page: PortalPage) => page.getByRole('list', { name: 'Messages of this conversation' })

test('an SMS shows as unread, is read and answered, and the answer arrives', async () => {
  const page = await portal.logInAs('user', '/inbox')
  await page.getByText('No messages yet').waitFor()
  const from = sender()
  await receive(from, 'When do you open?')
  const row = rowOf(page, from)
  await row.getByLabel('1 unread').waitFor()
  const inNavigation = page.getByRole('navigation').getByLabel('1 unread')
  await inNavigation.waitFor()
  await row.click()
  await page.waitForURL(new RegExp(`/portal/inbox/${from}`))
  await entries(page).getByText('When do you open?').waitFor()
  await row.getByLabel('1 unread').waitFor({ state: 'detached' })
  await inNavigation.waitFor({ state: 'detached' })
  await page.keyboard.press('r')
  const reply = page.getByRole('textbox', { name: 'Your reply' })
  await reply.fill('At nine “sharp”')
  await page.getByText('1 part, 55 characters left, fewer per part because of “ ”').waitFor()
  await page.keyboard.press('Control+Enter')
  const answer = entries(page).getByRole('listitem').filter({ hasText: 'At nine' })
  await answer.getByText('Delivered').waitFor()
  await answer.getByText('sent by user@example.com').waitFor()
  await assertShows(() => reply.inputValue(), '')
  const { records } = await portal.call<{ records: { origin: string; priority: string }[] }>(
    'user',
    'GET',
    `/messages?to=${from}`,
  )
  assert.deepEqual(
    records.map(({ origin, priority }) => [origin, priority]),
    [['portal', 'LOW']],
  )
})

test('ten conversations answered with the keys of the help page, however fast: each phone gets its own answer', async () => {
  const phones = Array.from({ length: 10 }, sender)
  for (const phone of phones) await receive(phone, `from ${phone}`)
  const page = await portal.logInAs('user', '/inbox')
  await rowOf(page, phones[0] as string).waitFor()
  await page.keyboard.press('?')
  for (const text of ['Inbox: next conversation', 'Inbox: write a reply', 'Inbox: send the reply'])
    await page.getByRole('dialog').getByText(text, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  for (const phone of phones.toReversed()) {
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await page.keyboard.type(`jkrn/? for ${phone}`)
    await page.keyboard.press('Control+Enter')
  }
  assert.deepEqual(
    await arrivedAt(phones),
    phones.map((phone) => [`jkrn/? for ${phone}`]),
  )
  // What is not sent stays where it was written.
  await page.keyboard.press('r')
  await page.keyboard.type('later')
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await page.waitForURL(new RegExp(`/inbox/${phones[1]}`))
  const reply = page.getByRole('textbox', { name: 'Your reply' })
  await assertShows(() => reply.inputValue(), '')
  await page.keyboard.press('j')
  await page.waitForURL(new RegExp(`/inbox/${phones[0]}`))
  await assertShows(() => reply.inputValue(), 'later')
  await page.keyboard.press('Escape')
  assert.deepEqual(
    await arrivedAt(phones),
    phones.map((phone) => [`jkrn/? for ${phone}`]),
  )
})

/** What each phone of the simulated network received, once there are as many messages as phones. Polls for them. */
async function arrivedAt(phones: readonly string[]): Promise<readonly (readonly string[])[]> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const arrived = await Promise.all(
      phones.map(async (phone) => {
        const { messages } = await portal.call<Phone>('admin', 'GET', `/phones/${phone}`)
        return messages.filter(({ direction }) => direction === 'received').map(({ text }) => text)
      }),
    )
    if (arrived.flat().length >= phones.length || Date.now() > deadline) return arrived
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

interface Phone {
  readonly messages: readonly { readonly direction: string; readonly text: string }[]
}

test('unread conversations are answered one after the other, and the tab tells how many are left', async () => {
  const [oldest, middle, newest] = [sender(), sender(), sender()]
  for (const phone of [oldest, middle, newest]) await receive(phone, 'Hello')
  const page = await portal.logInAs('user', '/inbox')
  await rowOf(page, newest).waitFor()
  const { conversations: unread } = await portal.call<{ conversations: number }>('user', 'GET', '/conversations/unread')
  const tab = (count: number) =>
    page.waitForFunction((title) => document.title.startsWith(title), count === 0 ? 'Inbox' : `(${count}) Inbox`)
  await tab(unread)
  await page.keyboard.press('j')
  await page.waitForURL(new RegExp(`/inbox/${newest}`))
  await page.keyboard.press('u')
  await page.waitForURL(new RegExp(`/inbox/${middle}`))
  await page.keyboard.press('r')
  await page.keyboard.type('Good day')
  await page.keyboard.press('Control+Shift+Enter')
  await page.waitForURL(new RegExp(`/inbox/${oldest}`))
  await page.keyboard.press('r')
  await page.keyboard.type('Good morning')
  await page.getByRole('button', { name: 'Send and next unread' }).click()
  assert.deepEqual((await arrivedAt([oldest, middle])).flat().sort(), ['Good day', 'Good morning'])
  await rowOf(page, oldest).getByLabel('1 unread').waitFor({ state: 'detached' })
  await tab((await portal.call<{ conversations: number }>('user', 'GET', '/conversations/unread')).conversations)
})

test('an answer that cannot be sent is reported, and back in its box', async () => {
  const phones = [sender(), sender()]
  for (const phone of phones) await receive(phone, 'Hello')
  const page = await portal.logInAs('user', '/inbox')
  await rowOf(page, phones[0] as string).waitFor()
  page.watched.expectConsole(/status of 409/)
  const blocked = `**/conversations/*/${phones[1]}/messages`
  let fail: (() => void) | undefined
  const left = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route(blocked, async (route) => {
    await left
    await route.fulfill({ status: 409, json: { category: 'conflict', code: 'no-credit', message: 'No credit' } })
  })
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  await page.keyboard.type('Good morning')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('j')
  await page.waitForURL(new RegExp(`/inbox/${phones[0]}`))
  fail?.()
  await page.getByText(`The reply to ${phones[1]} was not sent`).waitFor()
  await page.keyboard.press('k')
  await page.waitForURL(new RegExp(`/inbox/${phones[1]}`))
  await assertShows(() => page.getByRole('textbox', { name: 'Your reply' }).inputValue(), 'Good morning')
})

test('HTML in an SMS shows as the text that it is, in the list and in the conversation', async () => {
  const from = sender()
  const text = '<img src=x onerror="document.title=1"><script>document.title=2</script>&lt;b&gt;'
  await receive(from, text)
  const page = await portal.logInAs('user', `/inbox/${from}`)
  await entries(page).getByText(text, { exact: true }).waitFor()
  await rowOf(page, from).getByText(text, { exact: true }).waitFor()
  await assertShows(() => page.locator('main img, main script').count(), 0)
  assert.match(await page.title(), /Heliograph/)
})

test('a picture that came in is told with its size, and saved by a click', async () => {
  const from = sender()
  const picture = Buffer.alloc(34_000, 7)
  await receive(from, 'Our new shop')
  await attachPicture(from, picture)
  const page = await portal.logInAs('user', `/inbox/${from}`)
  const link = entries(page).getByRole('link', { name: 'Picture, 34 kB' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  assert.ok((await readFile(await download.path())).equals(picture))
})

test('a contact that sends STOP has opted out, which shows, and cannot be answered until it sends JOIN', async () => {
  const from = sender()
  await receive(from, 'STOP')
  const page = await portal.logInAs('user', `/inbox/${from}`)
  const stop = entries(page).getByRole('listitem').filter({ hasText: 'STOP' }).first()
  await stop.getByText('Opted out').waitFor()
  await page.getByText('confirmation of the opt-out').waitFor()
  await page.getByText('This contact has opted out and receives no messages.').waitFor()
  await assertShows(() => page.getByRole('textbox', { name: 'Your reply' }).count(), 0)
  await receive(from, 'JOIN')
  await page.getByText('Opted in again').waitFor()
  await page.getByRole('textbox', { name: 'Your reply' }).waitFor()
})

test('unread ones, numbers and names are found, and j and k go through the list', async () => {
  const [first, second] = [sender(), sender()]
  await receive(first, 'one')
  await receive(second, 'two')
  const page = await portal.logInAs('user', '/inbox')
  await page.getByRole('textbox', { name: 'Name, number or words' }).fill(`0${first.slice(2)}`)
  await rowOf(page, second).waitFor({ state: 'detached' })
  await rowOf(page, first).waitFor()
  await portal.call('user', 'PUT', `/contacts/${second}`, { name: 'Zoë Böthá' })
  await page.getByRole('textbox', { name: 'Name, number or words' }).fill('botha')
  await rowOf(page, 'Zoë Böthá').waitFor()
  await rowOf(page, first).waitFor({ state: 'detached' })
  await portal.call('user', 'POST', '/contacts/remove', { mobiles: [second] })
  await page.getByRole('textbox', { name: 'Name, number or words' }).fill('')
  await rowOf(page, second).waitFor()
  await page.getByText('Unread', { exact: true }).click()
  await page.waitForURL(/unread=true/)
  await rowOf(page, second).click()
  await entries(page).getByText('two').waitFor()
  await page.getByText('All', { exact: true }).click()
  await rowOf(page, first).waitFor()
  await page.keyboard.press('j')
  await page.waitForURL(new RegExp(`/inbox/${first}`))
  await page.keyboard.press('k')
  await page.waitForURL(new RegExp(`/inbox/${second}`))
})

test('a conversation is found by words of either side, and shows them', async () => {
  const [asking, other] = [sender(), sender()]
  await receive(asking, 'Do you repair accordéons and concertinas?')
  await receive(other, 'Do you sell pianos?')
  const page = await portal.logInAs('user', '/inbox')
  await rowOf(page, other).waitFor()
  await portal.call('user', 'POST', `/conversations/${portal.accounts.channelId}/${other}/messages`, {
    text: 'We sell every harmonium there is',
  })
  const search = page.getByRole('textbox', { name: 'Name, number or words' })
  await search.fill('concertina accordeon')
  await rowOf(page, asking).getByText('accordéons', { exact: true }).waitFor()
  await rowOf(page, other).waitFor({ state: 'detached' })
  await search.fill('HARMON')
  await rowOf(page, other).getByText('You: We sell every').waitFor()
  await rowOf(page, other).getByText('harmonium', { exact: true }).waitFor()
  await page.keyboard.press('Tab')
  await rowOf(page, other).click()
  await entries(page).getByText('We sell every harmonium there is').waitFor()
  await search.fill('bagpipes')
  await page.getByText('no conversation has these words').waitFor()
})

test('a number that never wrote has no conversation, and can be written to', async () => {
  const page = await portal.logInAs('user', '/inbox/27835559999')
  await page.getByText('This number has never written to you').waitFor()
  await page.getByRole('link', { name: 'Write a message' }).click()
  await page.waitForURL(/\/send\?to=%2227835559999%22|\/send\?to=27835559999/)
})

test('on a phone the list gives way to the conversation, and it leads back', async () => {
  const from = sender()
  await receive(from, 'hello from the road')
  const page = await portal.logInAs('user', '/inbox', { viewport: { width: 390, height: 844 } })
  await rowOf(page, from).click()
  await entries(page).getByText('hello from the road').waitFor()
  await assertShows(() => page.getByRole('region', { name: 'Conversations' }).count(), 0)
  await page.getByRole('link', { name: 'All conversations' }).click()
  await rowOf(page, from).waitFor()
})

test('the inbox is accessible in both themes', async () => {
  const from = sender()
  await receive(from, 'STOP')
  const page = await portal.logInAs('user', `/inbox/${from}`)
  await entries(page).getByText('confirmation of the opt-out').waitFor()
  await assertAccessible(page)
})
