import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startWebhookReceiver } from '@heliograph/testkit'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'
import type { Portal } from './support/start-portal.ts'

const receiver = await startWebhookReceiver()
after(() => receiver.close())

/** Sends messages; resolves when so many webhooks are in this state. */
async function send({ call }: Portal, recipients: readonly string[], state: string, webhooks: number): Promise<void> {
  await call('admin', 'POST', '/send', { text: 'Hello', recipients })
  for (;;) {
    const { records } = await call<{ records: readonly object[] }>('admin', 'GET', `/webhooks?state=${state}`)
    if (records.length >= webhooks) return
    await delay(50)
  }
}

/** More than there are probes while the tests run: each probe ends one of their webhooks. */
const MANY = Array.from({ length: 20 }, (_, index) => `278311100${10 + index}`)

// A failed webhook is given up at once, and after two failures the others wait.
const portal = portalForFile(
  { sections: { webhooks: { allowNetworks: ['127.0.0.0/8'], retryDelaysSeconds: [], failuresToPause: 2 } } },
  async (started) => {
    const { call, accounts } = started
    receiver.always({ status: 503 })
    await call('admin', 'PATCH', `/channels/${accounts.channelId}`, { dlrUrl: `${receiver.url}/down` })
    await send(started, ['27831110001'], 'failed', 1)
    await send(started, ['27831110001'], 'failed', 2)
    await send(started, MANY, 'pending', MANY.length - 1)
    await call('operator', 'PUT', `/operator/holds/client?name=${accounts.clientId}`, { reason: 'a test' })
  },
)

const LISTS = [
  ['messages', '/messages', 'Messages, newest first'],
  ['webhooks', '/webhooks?everyClient=true', 'Webhooks, newest first'],
  ['the audit log', '/account/audit-log', 'Audit log'],
  ['what is on hold', '/operator/sending', 'On hold'],
] as const

for (const [name, path, region] of LISTS)
  test(`operators see whose they are: ${name}`, async () => {
    const page = await portal.logInAs('operator', path)
    await page.getByRole('region', { name: region }).getByText('Acme Ltd').first().waitFor()
  })

test('operators see whose webhooks wait for a failing host', async () => {
  const name = `Acme Ltd · ${receiver.url}`
  const page = await portal.logInAs('operator', '/webhooks?everyClient=true')
  await page.getByRole('alert').getByText(name).waitFor()
  await page.goto(`${portal.gateway.url}/portal/`)
  await page.getByRole('link', { name }).click()
  await page.waitForURL(/\/webhooks\?everyClient=true$/)
})

test('others see no names of clients', async () => {
  const page = await portal.logInAs('admin', '/messages')
  const list = page.getByRole('region', { name: 'Messages, newest first' })
  await list.getByText(MANY.at(-1) as string).waitFor()
  await assertShows(() => list.getByText('Acme Ltd').count(), 0)
})
