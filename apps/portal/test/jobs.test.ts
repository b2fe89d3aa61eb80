import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { startWebhookReceiver, type WebhookReceiver } from '@heliograph/testkit'
import { appCode } from './support/app-code.ts'
import { assertShows } from './support/assert-shows.ts'
import { Hand } from './support/hand.ts'
import { plainNumber } from './support/plain-number.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

// Whole jobs of the people who use the portal, from its first page on, by the menu as they would. Each has a greatest
// number of clicks: what it took when the job was first counted, and a change may only make it less. The newcomer's job
// is in first-run.test.ts.

const PATIENCE = { timeout: 120_000 }
const LINK = 'simulator/main'

// As fast as a link is, so that there is time to cancel.
const portal = portalForFile({
  instances: {
    simulator: { config: { rate: 200, submitDelayMs: 0, receiptDelayMs: 50, receipts: true, phones: true } },
  },
  sections: { webhooks: { allowNetworks: ['127.0.0.0/8'], retryDelaysSeconds: [] } },
})

let receiver: WebhookReceiver
before(async () => {
  receiver = await startWebhookReceiver()
})
after(() => receiver?.close())

const ROWS = 5_000

/** A list as it comes from an office: names in many forms, empty lines, doubles, and invalid numbers. */
function messyRows(): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const number = plainNumber('082', row)
    if (row % 100 === 17) return `${number.slice(0, 6)};Nobody ${row};`
    if (row % 100 === 33) return `${plainNumber('082', row - 1)};Double ${row};Here`
    const written = [
      number,
      `+27 ${number.slice(1, 3)} ${number.slice(3, 6)} ${number.slice(6)}`,
      `27${number.slice(1)}`,
    ]
    return `${written[row % 3]};${row % 7 === 0 ? '' : `"Person${row} O'Neill"`};Town ${row % 9}`
  })
  return `\uFEFFCell phone;Full name;Town\r\n${rows.join('\r\n')}\r\n\r\n`
}

interface Upload {
  readonly uploadId: number
  readonly state: string
  readonly accepted: number
}

test('a messy list of 5,000 is imported, and a personal text at a set time is cancelled half way', async () => {
  const page = await portal.logInAs('user')
  const hand = new Hand(page)
  await hand.goTo('Contacts')
  await hand.click(page.getByRole('link', { name: 'Import' }))
  await hand.giveFile('list.csv', messyRows())
  await hand.write(page.getByRole('combobox', { name: 'Add all to group' }), 'Guests')
  await hand.press('Import 5,000 rows')
  await page.getByText('The import is complete').waitFor(PATIENCE)
  await assertShows(() => page.locator('[data-count=refused]').textContent(), '50')
  await hand.goTo('Send')
  await hand.choose(page.getByRole('combobox', { name: 'Groups' }), 'Guests')
  await page.keyboard.press('Escape')
  await hand.write(page.getByRole('textbox', { name: 'Text' }), 'Dear {first_name|guest} of {Town}, we open at nine')
  await hand.write(page.getByLabel('Send later'), 'in 3 days at 9')
  await hand.press('Prepare the upload')
  await hand.press(/^Schedule 4,\d+ messages$/)
  await page.getByRole('status').getByText('Scheduled').waitFor(PATIENCE)
  const uploadId = Number(/\/uploads\/(\d+)/.exec(page.url())?.[1])
  await comes(uploadId)
  await page.getByText(/^[1-9][\d,]* of 4,\d+ submitted$/).waitFor(PATIENCE)
  await hand.press('Cancel')
  await hand.press('Cancel for good?')
  await page.getByRole('status').getByText('Cancelled').waitFor(PATIENCE)
  const { accepted } = await portal.call<Upload>('user', 'GET', `/uploads/${uploadId}`)
  assert.ok(accepted > 0, 'it was cancelled in the middle')
  assert.ok(hand.clicks <= 15, `${hand.clicks} clicks`)
})

/** Lets the time of a scheduled upload come. */
async function comes(uploadId: number): Promise<void> {
  const { bulkId } = await portal.call<{ bulkId: string }>('user', 'GET', `/uploads/${uploadId}`)
  await portal.call('user', 'PATCH', `/scheduled/${bulkId}`, { sendAt: new Date(Date.now() + 1_000).toISOString() })
}

const receive = (from: string, text: string) =>
  portal.gateway.run('simulate', 'incoming', '--from', from, '--to', portal.accounts.number, '--text', text)

interface Phone {
  readonly messages: readonly { readonly direction: string; readonly text: string }[]
}

async function receivedBy(phone: string): Promise<readonly string[]> {
  const { messages } = await portal.call<Phone>('admin', 'GET', `/phones/${phone}`)
  return messages.filter(({ direction }) => direction === 'received').map(({ text }) => text)
}

test('ten replies are written by keyboard, and a conversation is found by a word', async () => {
  const phones = Array.from({ length: 10 }, (_, n) => `2783666000${n}`)
  for (const [n, phone] of phones.entries())
    await receive(phone, n === 4 ? 'Do you tune harpsichords?' : `Question ${n}`)
  const page = await portal.logInAs('user')
  const hand = new Hand(page)
  await hand.goTo('Inbox')
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').nth(9).waitFor()
  for (const phone of phones.toReversed()) {
    await page.keyboard.press('j')
    await page.waitForURL(new RegExp(`/inbox/${phone}`))
    await page.keyboard.press('r')
    await page.keyboard.type(`Answer for ${phone}`)
    await page.keyboard.press('Control+Enter')
  }
  for (const phone of phones) await assertShows(() => receivedBy(phone), [`Answer for ${phone}`])
  await hand.write(page.getByRole('textbox', { name: 'Name, number or words' }), 'harpsichord')
  const list = page.getByRole('region', { name: 'Conversations' })
  await assertShows(() => list.getByRole('link').count(), 1)
  await hand.click(list.getByRole('link'))
  await page.getByRole('list', { name: 'Messages of this conversation' }).getByText('Do you tune').waitFor()
  assert.ok(hand.clicks <= 3, `${hand.clicks} clicks`)
})

test('a key is made, a webhook set, a failure seen, mended and sent again', async () => {
  receiver.script({ status: 500, body: 'out of order' })
  const page = await portal.logInAs('admin')
  const hand = new Hand(page)
  await hand.goTo('Developers')
  await hand.press('Create a key')
  const apiKey = (await page.getByTestId('secret').textContent()) ?? ''
  await hand.goTo('Channels')
  await hand.click(page.getByRole('main').getByRole('link', { name: new RegExp(portal.accounts.number) }))
  await hand.write(page.locator('[name=txt_dlr_webhook_url]'), `${receiver.url}/dlr`)
  await hand.press('Save')
  await page.getByText('Settings saved').first().waitFor()
  const sent = await fetch(`${portal.gateway.url}/sms/2/messages`, {
    method: 'POST',
    headers: { authorization: `App ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ destinations: [{ to: '27831234567' }], text: 'Hello' }] }),
  })
  assert.equal(sent.status, 200, await sent.text())
  await hand.goTo('Webhooks')
  await page.getByRole('listitem').getByText('Failed').waitFor()
  await hand.click(page.getByRole('link', { name: /Delivery receipt/ }).first())
  const dialog = page.getByRole('dialog')
  await dialog.getByText('out of order').waitFor()
  await hand.press('Resend', dialog)
  await dialog.getByText('Accepted.').waitFor()
  assert.ok(hand.clicks <= 9, `${hand.clicks} clicks`)
})

test('a new client is added; its message waits, says why, and goes; its route is explained', async () => {
  const page = await portal.logInAs('operator')
  const hand = new Hand(page)
  await hand.goTo('Operator')
  await hand.goTo('Clients')
  await hand.press('Add client')
  const form = page.getByRole('dialog')
  await hand.write(form.getByLabel('Name'), 'Harbour Books')
  await hand.write(form.getByLabel('Prepaid credit'), '100')
  await hand.write(form.getByLabel('Price per part'), '0.05')
  await hand.press('Add client', form)
  await page.getByRole('heading', { name: 'Harbour Books', level: 1 }).waitFor()
  await hand.write(page.getByLabel('Number or sender'), '+27 82 999 0002')
  await hand.press('Add channel')
  await page.getByText('27829990002', { exact: true }).waitFor()
  await hand.goTo('Links')
  const card = page.getByRole('listitem', { name: LINK })
  await hand.press(`Pause ${LINK}`, card)
  await hand.press('Pause it', page.getByRole('dialog'))
  await card.getByText('Paused', { exact: true }).waitFor()
  const draft = ['--key', portal.accounts.users.user.apiKey, '--to', '0821110001', '--text', 'Hello']
  const { smsId } = await portal.gateway.run<{ smsId: number }>('send', ...draft)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill(String(smsId))
  await page.getByRole('group', { name: 'Messages' }).getByRole('option').waitFor()
  await page.keyboard.press('Enter')
  const why = page.getByRole('region', { name: 'Why is it waiting?' })
  await why.getByText(`${LINK} (paused)`).waitFor()
  await hand.click(why.getByRole('link', { name: 'See the links' }))
  await hand.press(`Resume ${LINK}`, card)
  await card.getByText('Up', { exact: true }).waitFor()
  await hand.goTo('Routes')
  await hand.write(page.getByLabel('Recipient'), '+27 82 111 0001')
  await hand.press('Explain')
  await page.getByTestId('explanation').getByText(LINK).first().waitFor()
  assert.ok(hand.clicks <= 17, `${hand.clicks} clicks`)
})

test('the figures of last week are read, divided and saved', async () => {
  const page = await portal.logInAs('admin')
  const hand = new Hand(page)
  await hand.goTo('Reports')
  await hand.press('Last 7 days')
  await hand.click(page.getByLabel('Divide by'))
  await page.getByLabel('Divide by').selectOption('Interface')
  await page.getByRole('region', { name: 'Messages by interface' }).waitFor()
  const saving = page.waitForEvent('download')
  await hand.click(page.getByRole('link', { name: 'Download as CSV' }))
  const file = await readFile(await (await saving).path(), 'utf8')
  assert.match(file, /^\uFEFFfrom,origin,/)
  assert.ok(hand.clicks <= 4, `${hand.clicks} clicks`)
})

test('a user whose phone is lost is let in again', async () => {
  const password = 'seven copper lanterns'
  const email = 'lost@acme.example'
  await portal.call('admin', 'POST', '/users', { email, password })
  await protect(await logIn(email, password), password)
  const page = await portal.logInAs('admin')
  const hand = new Hand(page)
  await hand.goTo('Account')
  await hand.goTo('Users')
  await hand.press(`Actions for ${email}`)
  await hand.click(page.getByRole('menuitem', { name: 'Lost password or phone' }))
  await hand.press('Turn the app off', page.getByRole('dialog'))
  await page.getByRole('dialog').getByText('No authenticator app is in use.').waitFor()
  assert.ok(hand.clicks <= 5, `${hand.clicks} clicks`)
  await logIn(email, password)
})

async function logIn(email: string, password: string): Promise<PortalPage> {
  const page = await portal.open('/account/security')
  await page.getByLabel('E-mail').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
  return page
}

/** Sets an authenticator app up. */
async function protect(page: PortalPage, password: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Authenticator app' })
  await section.getByRole('button', { name: 'Set up an app' }).click()
  await section.locator('input[name=presentPassword]').fill(password)
  await section.getByRole('button', { name: 'Next' }).click()
  const secret = (await section.getByTestId('factor-secret').textContent()) ?? ''
  await section.locator('input[name=code]').fill(appCode(secret, 0))
  await section.getByRole('button', { name: 'Confirm' }).click()
  await section.getByTestId('recovery-codes').locator('code').first().waitFor()
}
