import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startWebhookReceiver, type WebhookReceiver } from '@heliograph/testkit'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { findUndo } from './support/find-undo.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

const portal = portalForFile()

type Channel = Readonly<Record<string, unknown>> & { readonly secrets: Readonly<Record<string, { isSet: boolean }>> }

const channel = () => portal.call<Channel>('admin', 'GET', `/channels/${portal.accounts.channelId}`)
const setChannel = (change: object) =>
  portal.call<Channel>('admin', 'PATCH', `/channels/${portal.accounts.channelId}`, change)

const giveNumber = (number: string) =>
  portal.call('operator', 'POST', `/clients/${portal.accounts.clientId}/outgoing-numbers`, { number })

async function openChannel(role: 'admin' | 'operator' = 'admin'): Promise<PortalPage> {
  const page = await portal.logInAs(role, `/channels/${portal.accounts.channelId}`)
  await page.getByRole('heading', { level: 1, name: `Channel ${portal.accounts.number}` }).waitFor()
  return page
}

const isChoice = (field: Locator) => field.evaluate((element) => element.tagName === 'SELECT')

const input = (page: Page, name: string) => page.locator(`[name="${name}"]`)

/** Saves, and waits for the confirmation. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').first().waitFor()
}

/** What is typed into the input of this name, and what the channel then has. */
interface FieldRow {
  readonly name: string
  readonly given: string | boolean
  readonly saved: Readonly<Record<string, unknown>>
}

const FURTHER_NUMBER = '27820007777'

const FIELDS: readonly FieldRow[] = [
  { name: 'chk_channel_enabled', given: false, saved: { enabled: false } },
  { name: 'txt_outgoing_shortcode', given: FURTHER_NUMBER, saved: { outgoingNumber: FURTHER_NUMBER } },
  // spec: Channel settings (portal) | field | portal input txt_sms2email
  { name: 'txt_sms2email', given: 'desk@acme.example', saved: { forwardEmail: 'desk@acme.example' } },
  // spec: Channel settings (portal) | field | portal input txt_forward_mobile
  { name: 'txt_forward_mobile', given: '082 123 4567', saved: { forwardMobile: '27821234567' } },
  // spec: Channel settings (portal) | field | portal input lk_webservice_type
  { name: 'lk_webservice_type', given: 'soap', saved: { incomingHandler: 'soap' } },
  // spec: Channel settings (portal) | field | portal input txt_webservice_url
  { name: 'txt_webservice_url', given: 'https://acme.example/in', saved: { incomingUrl: 'https://acme.example/in' } },
  // spec: Channel settings (portal) | field | portal input txt_dlr_webhook_url
  { name: 'txt_dlr_webhook_url', given: 'https://acme.example/dlr', saved: { dlrUrl: 'https://acme.example/dlr' } },
  // spec: Channel settings (portal) | field | portal input txt_optout_webhook_url
  {
    name: 'txt_optout_webhook_url',
    given: 'https://acme.example/out',
    saved: { optOutUrl: 'https://acme.example/out' },
  },
  {
    name: 'txt_optin_webhook_url',
    given: 'https://acme.example/back',
    saved: { optInUrl: 'https://acme.example/back' },
  },
  // spec: Channel settings (portal) | field | portal input blacklist_response
  { name: 'blacklist_response', given: 'You are out', saved: { blacklistResponse: 'You are out' } },
  // spec: Channel settings (portal) | field | portal input whitelist_response
  { name: 'whitelist_response', given: 'You are back', saved: { whitelistResponse: 'You are back' } },
  { name: 'lk_optout_match', given: 'exact', saved: { keywordMatch: 'exact' } },
  // spec: Channel settings (portal) | field | portal input opt_out_link_base
  {
    name: 'opt_out_link_base',
    given: 'https://acme.example/stop/',
    saved: { optOutLinkBase: 'https://acme.example/stop/' },
  },
  // spec: Channel settings (portal) | field | portal input opt_in_link_base
  { name: 'opt_in_link_base', given: '', saved: { optInLinkBase: '' } },
]

describe('settings of a channel', () => {
  test('each is saved, and can be undone', async () => {
    await giveNumber(FURTHER_NUMBER)
    const page = await openChannel()
    for (const { name, given, saved } of FIELDS) {
      const before = await channel()
      const field = input(page, name)
      if (typeof given === 'boolean') await field.setChecked(given, { force: true })
      else if (await isChoice(field)) await field.selectOption(given)
      else await field.fill(given)
      await save(page)
      const undo = await findUndo(page)
      assert.deepEqual(await channel(), { ...before, ...saved }, name)
      const undone = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await undo.click()
      await undone
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.deepEqual(await channel(), before, name)
    }
  })

  // spec: Channel settings (portal) | field | portal input chk_auto_response_enabled
  test('chk_auto_response_enabled asks for a text, and takes it away', async () => {
    const page = await openChannel()
    await input(page, 'chk_auto_response_enabled').setChecked(true, { force: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter a text, or turn off the auto response').waitFor()
    await input(page, 'txt_auto_response').fill('We will call you')
    await save(page)
    assert.equal((await channel()).autoResponse, 'We will call you')
    await page.reload()
    await input(page, 'chk_auto_response_enabled').setChecked(false, { force: true })
    await save(page)
    assert.equal((await channel()).autoResponse, null)
  })

  test('what is wrong is said at the field, and nothing is saved', async () => {
    const before = await channel()
    const page = await openChannel()
    page.watched.expectConsole(/status of 400/)
    await input(page, 'txt_dlr_webhook_url').fill('ftp://acme.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[name="txt_dlr_webhook_url"][aria-invalid="true"]').waitFor()
    assert.deepEqual(await channel(), before)
    await page.getByRole('button', { name: 'Discard' }).click()
    await assertShows(() => input(page, 'txt_dlr_webhook_url').inputValue(), '')
  })

  test('are found from the list of channels, by operators for the client they act for', async () => {
    const page = await portal.logInAs('admin', '/channels')
    await page.getByRole('link', { name: new RegExp(portal.accounts.number) }).click()
    await page.getByRole('heading', { level: 1, name: `Channel ${portal.accounts.number}` }).waitFor()
    await assertShows(() => input(page, 'txt_incoming_shortcode').inputValue(), portal.accounts.number)
  })

  test('the pages are accessible in both themes', async () => {
    const list = await portal.logInAs('admin', '/channels')
    await list.getByRole('link', { name: new RegExp(portal.accounts.number) }).waitFor()
    await assertAccessible(list)
    await assertAccessible(await openChannel())
  })
})

describe('secrets of a channel', () => {
  // spec: Channel settings (portal) | field | portal input txt_security_key with its Generate button
  test('txt_security_key shows a generated key once', async () => {
    const page = await openChannel()
    await page.getByRole('button', { name: 'Generate: Security key' }).click()
    const key = (await page.getByTestId('secret').textContent()) ?? ''
    assert.match(key, /^[A-Za-z0-9]{64}$/)
    await assertShows(() => input(page, 'txt_security_key').inputValue(), key)
    await page.getByText('The previous one is valid until').waitFor()
    await page.reload()
    await page.getByText('The previous one is valid until').waitFor()
    await assertShows(() => input(page, 'txt_security_key').inputValue(), '')
    assert.ok(!(await page.content()).includes(key))
  })

  test('a shared secret is given, generated and removed', async () => {
    const page = await openChannel()
    const isSet = async () => (await channel()).secrets.optOut?.isSet
    await input(page, 'txt_optout_secret').fill('too short')
    await page.getByRole('button', { name: 'Use this' }).click()
    await page.getByText('At least 16 characters.', { exact: true }).waitFor()
    assert.equal(await isSet(), false)
    await input(page, 'txt_optout_secret').fill('our own long secret')
    await page.getByRole('button', { name: 'Use this' }).click()
    await page.getByText('The secret is in use').waitFor()
    assert.equal(await isSet(), true)
    await page.getByRole('button', { name: 'Generate: Opt-out shared secret' }).click()
    const secret = page.getByTestId('secret')
    await assertShows(async () => /^[A-Za-z0-9]{64}$/.test((await secret.textContent()) ?? ''), true)
    await page.getByRole('button', { name: 'Remove: Opt-out shared secret' }).click()
    await page.getByText('The secret was removed').waitFor()
    assert.equal(await isSet(), false)
  })
})

describe('trying a webhook out', () => {
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver?.close())

  test('shows what was sent and answered, as text', async () => {
    await setChannel({ dlrUrl: `${receiver.url}/dlr` })
    receiver.script({ status: 404, body: '<img src=x onerror=alert(1)>' })
    const page = await openChannel()
    await page.getByRole('button', { name: 'Test: DLR webhook URL' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your server has no such path').waitFor()
    await dialog.getByText('<img src=x onerror=alert(1)>').waitFor()
    const request = await receiver.next()
    assert.equal(JSON.parse(request.text).type, 'delivery_receipt')
    await dialog.getByText(request.headers['x-signature'] as string).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Test: DLR webhook URL' }).click()
    await dialog.getByText('Accepted.').waitFor()
    await assertAccessible(page)
  })

  test('waits until a new URL is saved', async () => {
    const page = await openChannel()
    await input(page, 'txt_dlr_webhook_url').fill('https://acme.example/other')
    await page.locator('[aria-label="Test: DLR webhook URL"][aria-disabled="true"]').waitFor()
  })

  test('says why a mail cannot be tried where nothing sends mail', async () => {
    await setChannel({ forwardEmail: 'desk@acme.example' })
    const page = await openChannel()
    page.watched.expectConsole(/status of 409/)
    await page.getByRole('button', { name: 'Test: Forward to e-mail' }).click()
    await page.getByText('Mail is not configured on this deployment').waitFor()
  })
})

for (const locale of ['en-GB', 'fr-FR', 'de-DE', 'ar-EG'])
  test(`it says which channels get a receipt when a network has taken a message, in ${locale}`, async () => {
    const page = await portal.logInAs('admin', `/channels/${portal.accounts.channelId}`, { locale })
    await page.getByText(/PENDING.*webhooks\.sentReceipts/).waitFor()
  })
