import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { portalForFile } from './support/portal.ts'

const portal = portalForFile()

const TEXT = 'Your table is ready tomorrow'
const DAY_MS = 86_400_000

/** Schedules a message over v2, as a program of the client would, and resolves with its number. */
async function schedule(): Promise<number> {
  const { accounts, gateway } = portal
  const sendAt = new Date(Date.now() + DAY_MS).toISOString()
  const response = await fetch(`${gateway.url}/sms/2/messages`, {
    method: 'POST',
    headers: { authorization: accounts.users.admin.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ destinations: [{ to: '27831110001' }], text: TEXT, sendAt }] }),
  })
  assert.equal(response.status, 200)
  const { records } = await portal.call<{ records: readonly { smsId: number }[] }>('admin', 'GET', '/messages')
  return records[0]?.smsId as number
}

/** Lets two minutes pass on a page, and resolves with what it asks the gateway for meanwhile. */
async function passTime(page: Page): Promise<readonly string[]> {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/portal/api/')) asked.push(pathname)
  })
  await page.clock.runFor(120_000)
  // What was asked for before this one is in the list by then.
  await page.evaluate(() => fetch('/portal/api/1/session').then((answer) => answer.text()))
  return asked.filter((path) => path !== '/portal/api/1/session')
}

test('what is open follows what happens, and asks for nothing while nothing does', async () => {
  const smsId = await schedule()
  // Tabs of one browser, which share a stream: once one of the later ones is told, all are.
  const drawer = await portal.logInAs('admin')
  const open = async (page: Page, path: string) => {
    await page.clock.install()
    await page.goto(`${portal.gateway.url}/portal${path}`)
    return page
  }
  await open(drawer, `/messages/${smsId}`)
  await drawer.getByRole('dialog').getByText('Scheduled').first().waitFor()
  const scheduled = await open(await drawer.context().newPage(), '/scheduled')
  await scheduled.getByText(TEXT).waitFor()
  const developers = await open(await drawer.context().newPage(), '/developers')
  const requests = developers.getByRole('region', { name: 'Your requests' })
  await requests.getByText('POST /sms/2/messages', { exact: true }).first().waitFor()

  await schedule()
  await scheduled.getByText(TEXT).nth(1).waitFor()
  await requests.getByText('POST /sms/2/messages', { exact: true }).nth(1).waitFor()
  for (const page of [drawer, scheduled, developers]) {
    // What has happened until then is asked for once the page has rested.
    await passTime(page)
    assert.deepEqual(await passTime(page), [], page.url())
  }

  // Why it waits is asked again at the moment that the answer names.
  const asked = drawer.waitForRequest(/\/waiting$/)
  await drawer.clock.fastForward(DAY_MS)
  await asked

  await portal.call('admin', 'POST', `/messages/${smsId}/cancel`)
  await drawer.getByRole('dialog').getByText('Cancelled').first().waitFor()
  await scheduled.getByText(TEXT).nth(1).waitFor({ state: 'detached' })
})
