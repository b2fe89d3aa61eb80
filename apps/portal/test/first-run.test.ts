import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { type GatewayProcess, makeDataDir, startGateway } from '../../gateway/test/support/gateway-process.ts'
import { launchChromium } from './support/chromium.ts'
import { Hand } from './support/hand.ts'
import { watchPage } from './support/watch-page.ts'

// The first two minutes of a user who has just installed the gateway: `heliograph start`, and the link that it prints.

let folder: Awaited<ReturnType<typeof makeDataDir>>
let gateway: GatewayProcess
let browser: Browser
before(async () => {
  folder = await makeDataDir()
  gateway = await startGateway({ dataDir: folder.path })
  browser = await launchChromium()
})
after(async () => {
  await browser?.close()
  await gateway?.stop()
  await folder?.remove()
})

/** As the page of channels does. */
async function setWebhook(): Promise<void> {
  const api = '/portal/api/1'
  const { csrfToken } = await (await fetch(`${api}/session`)).json()
  const { records } = await (await fetch(`${api}/channels`)).json()
  await fetch(`${api}/channels/${records[0].channelId}`, {
    method: 'PATCH',
    headers: { 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
    body: JSON.stringify({ dlrUrl: 'http://127.0.0.1:9/' }),
  })
}

test('the printed link logs in; a message arrives on a virtual phone; STOP blocks the next', async () => {
  const link = /^http\S+\/portal\/log-in\S*#\S+$/m.exec(gateway.output.stdout)?.[0]
  assert.ok(link, gateway.output.stdout)
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  const watched = watchPage(page, gateway.http)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Virtual phones', level: 1 }).waitFor()
  const hand = new Hand(page)
  const tour = page.getByRole('region', { name: 'Your first two minutes' })
  await hand.press('Send', tour)
  const phone = page.getByRole('region', { name: 'Phone 27829876543' })
  await phone.getByText('Your table is booked').waitFor()
  await hand.press('Reply STOP', phone)
  await phone.getByText('has opted out of messages').waitFor()
  await hand.press('Send again', tour)
  await tour.getByText('Blocked: this contact has opted out').waitFor()
  await hand.goTo('Contacts')
  await page.getByText('Opted out').first().waitFor()
  // The job of a newcomer; see jobs.test.ts.
  assert.ok(hand.clicks <= 4, `${hand.clicks} clicks`)
  // The first number is spent; a second one goes on, and the overview says what else there is to do.
  await hand.goTo('Virtual phones')
  await hand.press('Send again', tour)
  await hand.press('Go on with a second number', tour)
  await hand.press('Send', tour)
  await page.getByRole('region', { name: 'Phone 27829876544' }).getByText('Your table is booked').waitFor()
  await hand.goTo('Overview')
  const list = page.getByRole('region', { name: 'Getting started' })
  const entry = (text: RegExp) => list.getByRole('listitem').filter({ hasText: text })
  for (const done of [/Send a first SMS.*\(done\)/, /second number.*\(done\)/, /API key.*\(done\)/])
    await entry(done).waitFor()
  for (const left of ['Set up a webhook', 'Invite a colleague']) await list.getByRole('link', { name: left }).waitFor()
  await page.evaluate(setWebhook)
  await page.reload()
  await entry(/Set up a webhook.*\(done\)/).waitFor()
  await hand.press('Hide this list', list)
  await list.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await hand.goTo('Contacts')
  await hand.press('Your account')
  await page.getByRole('menuitem', { name: 'Getting started' }).click()
  await entry(/Invite a colleague/).waitFor()
  watched.assertClean()
  // The link can be used only once.
  const body = JSON.stringify({ token: link.split('#')[1] })
  const headers = { 'content-type': 'application/json' }
  const again = await fetch(`${gateway.http}/portal/api/1/log-in/link`, { method: 'POST', headers, body })
  assert.equal(again.status, 401, await again.text())
})
