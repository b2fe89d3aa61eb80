import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

/** The simulated network decides by the last three digits: 901 is a phone that is not there. */
const REACHED = ['27831110001', '27831110002']
const ABSENT = '27831110901'

const HOUR_MS = 3_600_000

const portal = portalForFile()

interface Upload {
  readonly uploadId: number
  readonly name: string
  readonly bulkId: string
  readonly state: string
  readonly sendAt: string | null
  readonly deliveryWindow: { readonly days: readonly number[] } | null
  readonly speedLimit: { readonly parts: number; readonly seconds: number } | null
}

async function campaign(name: string): Promise<Upload> {
  const { records } = await portal.call<{ records: readonly Upload[] }>('user', 'GET', '/uploads')
  return records.find((each) => each.name === name) as Upload
}

function inHours(hours: number): string {
  return new Date(Date.now() + hours * HOUR_MS).toISOString()
}

/** Schedules a text to two numbers over v2, as a program of the client would. */
async function scheduleByProgram(text: string): Promise<void> {
  const { accounts, gateway } = portal
  const destinations = REACHED.map((to) => ({ to }))
  const response = await fetch(`${gateway.url}/sms/2/messages`, {
    method: 'POST',
    headers: { authorization: accounts.users.user.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ destinations, text, sendAt: inHours(30) }] }),
  })
  assert.equal(response.status, 200)
}

const rowOf = (page: PortalPage, name: string) => page.getByRole('row').filter({ hasText: name })

async function choose(page: PortalPage, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('what goes to many is one list, where it is named, moved and cancelled', async () => {
  await portal.call('user', 'POST', '/send', { text: 'Doors at nine', recipients: REACHED, sendAt: inHours(20) })
  await scheduleByProgram('Pay by Friday')
  const page = await portal.logInAs('user', '/')
  await page.getByRole('navigation').getByRole('link', { name: 'Campaigns' }).click()
  await rowOf(page, 'Pay by Friday').getByText('Scheduled').waitFor()
  await rowOf(page, 'Pay by Friday').getByText('From a program').waitFor()
  await rowOf(page, 'Doors at nine').getByText('Scheduled').waitFor()
  await assertAccessible(page)

  await choose(page, 'Doors at nine', 'Rename')
  const name = page.getByRole('dialog').getByLabel('Name of the campaign')
  await name.fill('Opening night')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'Opening night').waitFor()

  const before = await campaign('Opening night')
  await choose(page, 'Opening night', 'Change the time')
  await page.getByRole('dialog').getByLabel('New time').fill('in 5 days at 0830')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rescheduled.').waitFor()
  await rowOf(page, 'Opening night').locator('time', { hasText: '08:30' }).waitFor()
  assert.notEqual((await campaign('Opening night')).sendAt, before.sendAt)

  await choose(page, 'Opening night', 'Cancel')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel it for good' }).click()
  await rowOf(page, 'Opening night').getByText('Cancelled').waitFor()
  assert.equal((await campaign('Opening night')).state, 'cancelled')

  const bulk = rowOf(page, 'Pay by Friday')
  await bulk.getByRole('button', { name: 'Pause' }).click()
  await bulk.getByText('Paused').waitFor()
  await bulk.getByRole('button', { name: 'Resume' }).click()
  await bulk.getByText('Scheduled').waitFor()
  await bulk.getByRole('button', { name: 'Cancel' }).click()
  await bulk.getByRole('button', { name: 'Cancel 2 messages for good?' }).click()
  await bulk.waitFor({ state: 'detached' })
})

test('what waits is paused, stays when its time comes, and goes when it is resumed', async () => {
  const name = 'Curtain at three'
  await portal.call('user', 'POST', '/send', { text: name, recipients: REACHED, sendAt: inHours(20) })
  const page = await portal.logInAs('user', '/campaigns')
  await rowOf(page, name).getByText('Scheduled').waitFor()
  await choose(page, name, 'Pause')
  await rowOf(page, name).getByText('Paused').waitFor()

  const { bulkId } = await campaign(name)
  const sendAt = new Date(Date.now() + 1_500).toISOString()
  await portal.call('user', 'PATCH', `/scheduled/${bulkId}`, { sendAt })
  const { records } = await portal.call<Sent>('user', 'GET', `/messages?limit=1&bulkId=${bulkId}`)
  const causes = `/messages/${records[0]?.smsId}/waiting`
  const kinds = async () =>
    (await portal.call<{ causes: readonly { kind: string }[] }>('user', 'GET', causes)).causes.map(({ kind }) => kind)
  await assertShows(kinds, ['bulk-paused'])
  await page.goto(`${portal.gateway.url}/portal/messages/${records[0]?.smsId}`)
  await page.getByText('Its campaign, or the bulk that it belongs to, is paused since').waitFor()
  await page.getByRole('link', { name: 'Go to the campaigns' }).click()

  await rowOf(page, name).getByText('Paused').waitFor()
  await choose(page, name, 'Resume')
  await rowOf(page, name).getByText('Done').waitFor({ timeout: 60_000 })
})

test('a bulk of a program stays in the list while it is paused, and goes when it is resumed', async () => {
  await scheduleByProgram('Gates at six')
  const page = await portal.logInAs('user', '/campaigns')
  const row = rowOf(page, 'Gates at six')
  await row.getByRole('button', { name: 'Pause' }).click()
  await row.getByText('Paused').waitFor()

  type Scheduled = { readonly records: readonly { readonly bulkId: string; readonly text: string | null }[] }
  const listed = await portal.call<Scheduled>('user', 'GET', '/scheduled')
  const bulkId = listed.records.find(({ text }) => text === 'Gates at six')?.bulkId
  const sendAt = new Date(Date.now() + 1_500).toISOString()
  await portal.call('user', 'PATCH', `/scheduled/${encodeURIComponent(bulkId as string)}`, { sendAt })
  const statesOf = async () => {
    const found = await portal.call<Sent>('user', 'GET', `/messages?bulkId=${encodeURIComponent(bulkId as string)}`)
    return found.records.map(({ state }) => state)
  }
  await assertShows(statesOf, ['queued', 'queued'])
  await page.reload()
  await row.getByText('Paused').waitFor()
  await row.getByRole('button', { name: 'Resume' }).click()
  await assertShows(statesOf, ['delivered', 'delivered'])
})

test('a campaign goes within its delivery hours, which are chosen beside its time', async () => {
  const draft = { name: 'Late show', text: 'Doors at ten', recipients: REACHED }
  const { uploadId } = await portal.call<Upload>('user', 'POST', '/uploads/groups', draft)
  // The browser is in Johannesburg, two hours ahead of UTC.
  const [from, to] = [5, 6].map((hours) => inHours(hours).slice(11, 16)) as [string, string]
  const page = await portal.logInAs('user', `/uploads/${uploadId}`)
  await page.getByRole('switch', { name: 'Only at certain hours' }).click()
  await page.getByLabel('From', { exact: true }).fill(from)
  await page.getByLabel('Until', { exact: true }).fill(to)
  const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
  for (const day of weekdays) await page.getByRole('checkbox', { name: day }).uncheck()
  await page.getByText('Choose at least one day.').waitFor()
  await page.getByRole('button', { name: 'Send 2 messages', disabled: true }).waitFor()
  for (const day of [...weekdays, 'Saturday', 'Sunday']) await page.getByRole('checkbox', { name: day }).check()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Send 2 messages' }).click()
  await page.getByText(/^Delivery hours:/).waitFor()

  const { bulkId, deliveryWindow } = await campaign(draft.name)
  assert.deepEqual(deliveryWindow, { days: [1, 2, 3, 4, 5, 6, 7], from, to, zone: 'Africa/Johannesburg' })
  const found = () => portal.call<Sent>('user', 'GET', `/messages?bulkId=${bulkId}`)
  await assertShows(async () => (await found()).records.map(({ state }) => state), ['scheduled', 'scheduled'])
  await page.goto(`${portal.gateway.url}/portal/messages/${(await found()).records[0]?.smsId}`)
  await page.getByText('The hours in which it may be delivered begin').waitFor()
})

test('a campaign goes at a limited speed, which is chosen beside its time and changed while it goes', async () => {
  const draft = { name: 'Slow drive', text: 'Ride with us', recipients: REACHED }
  const { uploadId } = await portal.call<Upload>('user', 'POST', '/uploads/groups', draft)
  const page = await portal.logInAs('user', `/uploads/${uploadId}`)
  await page.getByLabel('Send at most').fill('1')
  await page.getByText('Sending takes about 2 hrs at this speed.').waitFor()
  await page.getByRole('combobox', { name: 'Time for that many' }).click()
  await page.getByRole('option', { name: 'a day' }).click()
  await page.getByText('Sending takes about 2 days at this speed.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Send 2 messages' }).click()
  await page.getByText('Speed limit: at most 1 SMS part in 1 day').waitFor()
  await page.getByText(/Done at this speed:/).waitFor({ timeout: 60_000 })
  const { bulkId, speedLimit } = await campaign(draft.name)
  assert.deepEqual(speedLimit, { parts: 1, seconds: 86_400 })

  const states = async () => {
    const { records } = await portal.call<Sent>('user', 'GET', `/messages?bulkId=${bulkId}`)
    return records.map(({ state }) => state).sort()
  }
  await assertShows(states, ['delivered', 'queued'])
  const { records } = await portal.call<Sent>('user', 'GET', `/messages?state=queued&bulkId=${bulkId}`)
  await page.goto(`${portal.gateway.url}/portal/messages/${records[0]?.smsId}`)
  await page.getByText('goes no faster than 1 SMS in 1 day. It waits for its turn.').waitFor()
  await page.getByRole('link', { name: 'Go to the campaigns' }).click()

  await choose(page, draft.name, 'Change the speed')
  await page.getByRole('dialog').getByLabel('Send at most').fill('')
  await assertAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await assertShows(states, ['delivered', 'delivered'])
  assert.equal((await campaign(draft.name)).speedLimit, null)
})

test('failures are saved with their reasons and sent again, and answers are counted', async () => {
  const recipients = [...REACHED, ABSENT, 'nobody']
  const draft = { name: 'Crew call', text: 'Rehearsal at nine', recipients }
  const { uploadId } = await portal.call<Upload>('user', 'POST', '/uploads/groups', draft)
  const page = await portal.logInAs('user', `/uploads/${uploadId}`)
  await page.getByRole('button', { name: 'Send 3 messages' }).click()
  await page.getByText('Undeliverable').waitFor({ timeout: 60_000 })
  await page.getByText('Delivered').waitFor({ timeout: 60_000 })
  const incoming = ['--from', REACHED[0] as string, '--to', portal.accounts.number]
  await portal.gateway.run('simulate', 'incoming', ...incoming, '--text', 'I will be there')
  await portal.gateway.run('simulate', 'incoming', ...incoming, '--text', 'STOP')

  await page.getByRole('main').getByRole('link', { name: 'Campaigns' }).click()
  const row = rowOf(page, 'Crew call')
  await row.getByText('Done').waitFor()
  await row.getByText('1 left out').waitFor()
  await row.getByText('1 failed').waitFor()
  await row.getByText('33.3%').nth(1).waitFor({ timeout: 60_000 })

  const saved = page.waitForEvent('download')
  await choose(page, 'Crew call', 'Save failed rows as CSV')
  const lines = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
  assert.match(lines[1] ?? '', /^4,nobody,bad-number/)
  assert.match(lines[2] ?? '', new RegExp(`^3,\\+${ABSENT},undeliverable,`))

  await choose(page, 'Crew call', 'Send again to failed')
  await page.getByRole('heading', { name: 'Crew call (again)' }).waitFor()
  await page.getByRole('button', { name: 'Send 1 message' }).waitFor({ timeout: 60_000 })
  await page.getByText('Messages: 1, parts: 1').waitFor()
  await page.getByText(`+${ABSENT}`).first().waitFor()
  await assertAccessible(page)
})

test('two texts are compared in two rows of figures', async () => {
  const page = await portal.logInAs('user', '/uploads')
  const numbers = Array.from({ length: 40 }, (_, n) => `+278321100${String(n).padStart(2, '0')}`)
  const buffer = Buffer.from(`Mobile\n${numbers.join('\n')}\n`)
  await page.locator('input[type=file]').setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Doors open at nine')
  await page.getByRole('checkbox', { name: 'Compare with a second text' }).check()
  await page.getByRole('textbox', { name: 'Second text (B)' }).fill('See you at nine')
  await page.getByLabel('Who get the second text').fill('40')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page.getByText('Doors open at nine').first().waitFor({ timeout: 60_000 })
  await page.getByText('See you at nine').first().waitFor()
  await page.getByRole('button', { name: 'Send 40 messages' }).click()
  const figures = page.getByRole('region', { name: 'The two texts' })
  const uploadId = Number(page.url().split('/').at(-1))
  await figures.getByRole('row', { name: /^A / }).waitFor({ timeout: 60_000 })
  await figures.getByRole('row', { name: /^B / }).waitFor()
  const { records } = await portal.call<Sent>('user', 'GET', `/messages?limit=100&bulkId=${await bulkOf(uploadId)}`)
  assert.equal(records.length, 40)
  for (const { text, reference } of records) assert.equal(reference, text === 'See you at nine' ? 'B' : 'A')
})

interface Sent {
  readonly records: readonly {
    readonly smsId: number
    readonly text: string
    readonly reference: string | null
    readonly state: string
  }[]
}

async function bulkOf(uploadId: number): Promise<string> {
  return (await portal.call<{ bulkId: string }>('user', 'GET', `/uploads/${uploadId}`)).bulkId
}
