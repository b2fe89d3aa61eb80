import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startWebhookReceiver, type WebhookReceiver } from '@heliograph/testkit'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'

// A failed webhook is given up at once, and after two failures its host gets only single probes.
const portal = portalForFile({
  sections: { webhooks: { allowNetworks: ['127.0.0.0/8'], retryDelaysSeconds: [], failuresToPause: 2 } },
})

let receiver: WebhookReceiver

before(async () => {
  receiver = await startWebhookReceiver()
})
after(() => receiver?.close())
beforeEach(() => receiver.always({ status: 200 }))

const setChannel = (change: object) => portal.call('admin', 'PATCH', `/channels/${portal.accounts.channelId}`, change)

interface Webhook {
  readonly webhookId: number
  readonly state: string
}

/** Newest first. */
async function webhooks(): Promise<readonly Webhook[]> {
  return (await portal.call<{ records: readonly Webhook[] }>('admin', 'GET', '/webhooks')).records
}

/** Sends a text, whose receipt goes to the receiver; resolves with its webhook once that is in the given state. */
async function sendUntil(state: string): Promise<Webhook> {
  const newest = (await webhooks())[0]?.webhookId ?? 0
  const response = await fetch(`${portal.gateway.url}/sms/2/messages`, {
    method: 'POST',
    headers: { authorization: `App ${portal.accounts.users.admin.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ destinations: [{ to: '27831234567' }], text: 'Hello' }] }),
  })
  assert.equal(response.status, 200)
  return until(({ webhookId }) => webhookId > newest, state)
}

/** Polls, because it is sent in the background. */
async function until(isIt: (webhook: Webhook) => boolean, state: string): Promise<Webhook> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const found = (await webhooks()).find((webhook) => isIt(webhook) && webhook.state === state)
    if (found !== undefined) return found
    assert.ok(Date.now() < deadline, `no such webhook is ${state}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('the log of webhooks', () => {
  test('shows one with its attempts, and sends it again', async () => {
    await setChannel({ dlrUrl: `${receiver.url}/dlr` })
    receiver.script({ status: 400, body: '<script>alert(1)</script>' })
    const { webhookId } = await sendUntil('failed')
    const page = await portal.logInAs('admin', '/webhooks?state=failed')
    await page
      .getByRole('link', { name: /Delivery receipt/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: `Webhook ${webhookId}` })
    await dialog.getByText('Your server refused the request').waitFor()
    await dialog.getByText('<script>alert(1)</script>').waitFor()
    await dialog.getByText('"type":"delivery_receipt"').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Resend' }).click()
    await dialog.getByText('Attempt 2').waitFor()
    await dialog.getByText('Accepted.').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/webhooks\?state=failed$/)
    await page.goBack()
    await dialog.getByRole('link', { name: /^Message / }).click()
    await page.waitForURL(/\/portal\/messages\/\d+/)
  })

  test('sends a selection again', async () => {
    receiver.script({ status: 400 })
    const { webhookId } = await sendUntil('failed')
    const page = await portal.logInAs('admin', '/webhooks')
    await page.getByLabel(`Select webhook ${webhookId}`).check()
    await page.getByRole('button', { name: 'Resend 1' }).click()
    await page.getByText('1 webhook is being resent').waitFor()
    await until((webhook) => webhook.webhookId === webhookId, 'delivered')
  })

  test('sends all again that failed since a time', async () => {
    receiver.script({ status: 400 })
    const { webhookId } = await sendUntil('failed')
    const page = await portal.logInAs('admin', '/webhooks')
    await page.getByRole('button', { name: 'Resend all failed' }).click()
    await page.getByRole('button', { name: 'Resend', exact: true }).click()
    await page.getByText(/webhooks? (is|are) being resent/).waitFor()
    await until((webhook) => webhook.webhookId === webhookId, 'delivered')
  })

  test('is filtered in the address bar, and shown to users without the buttons', async () => {
    await sendUntil('delivered')
    const page = await portal.logInAs('user', '/webhooks')
    await page
      .getByRole('link', { name: /Delivery receipt/ })
      .first()
      .waitFor()
    await page.getByLabel('Kind').selectOption('opt-out')
    await page.waitForURL(/kind=opt-out/)
    await page.getByText('No matching webhooks').waitFor()
    await assertShows(() => page.getByRole('button', { name: 'Resend all failed' }).count(), 0)
    await assertShows(() => page.getByRole('checkbox').count(), 0)
  })

  test('of all clients are shown to operators who ask for them', async () => {
    const { webhookId } = await sendUntil('delivered')
    const page = await portal.logInAs('operator', '/webhooks')
    await page.getByText('No matching webhooks').waitFor()
    await page.getByLabel('All clients').check({ force: true })
    await page.waitForURL(/everyClient=true/)
    await page.getByText('Acme Ltd · Delivery receipt').first().waitFor()
    await page.getByLabel(`Select webhook ${webhookId}`).waitFor()
  })

  test('names a server that keeps failing, with the next probe', async () => {
    receiver.always({ status: 503 })
    await setChannel({ dlrUrl: `${receiver.url}/down` })
    await sendUntil('failed')
    await sendUntil('failed')
    await sendUntil('pending')
    const page = await portal.logInAs('admin', '/webhooks')
    const alert = page.getByRole('alert').filter({ hasText: 'One server keeps failing' })
    await alert.getByText(receiver.url).waitFor()
    await alert.getByText('1 waiting').waitFor()
    await assertAccessible(page)
  })
})

describe('verifying a signature', () => {
  test('is shown in four languages, with the URL of the channel', async () => {
    await setChannel({ dlrUrl: `${receiver.url}/dlr` })
    const page = await portal.logInAs('admin', '/webhooks/verify')
    for (const [tab, text] of [
      ['Node', 'createHmac'],
      ['Python', 'hmac.new'],
      ['PHP', 'hash_hmac'],
      ['By hand', `'${receiver.url}/dlr'`],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('region', { name: tab }).getByText(text).waitFor()
    }
    await assertAccessible(page)
  })

  test('is done in the browser', async () => {
    const page = await portal.logInAs('user', '/webhooks/verify')
    const body = '{"type":"delivery_receipt"}'
    await page.getByLabel('Secret').fill('our secret')
    await page.getByLabel('Body, exactly as it came').fill(body)
    await page.getByLabel('X-Signature').fill('sha256=00')
    await page.getByText('The signature does not match').waitFor()
    await page.getByLabel('X-Signature').fill(`sha256=${createHmac('sha256', 'our secret').update(body).digest('hex')}`)
    await page.getByText('The signature is genuine').waitFor()
  })

  for (const file of ['receiver.mjs', 'receiver.py', 'receiver.php', 'by-hand.sh']) {
    test(`${file} is the one of the guide, which is tried out there`, async () => {
      const guide = await readFile(new URL('../../gateway/WEBHOOKS.md', import.meta.url), 'utf8')
      const code = await readFile(new URL(`../src/pages/webhooks/receivers/${file}`, import.meta.url), 'utf8')
      assert.ok(guide.includes(`\n${code}\`\`\`\n`))
    })
  }
})
