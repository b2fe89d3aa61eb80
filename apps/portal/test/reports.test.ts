import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'
import type { Portal } from './support/start-portal.ts'

const DAY_MS = 86_400_000

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

/** Waits until the messages of today are counted as delivered, which may take a minute. */
async function untilDelivered({ call }: Pick<Portal, 'call'>, messages: number): Promise<void> {
  for (;;) {
    const path = `/figures?from=${dayOf(1)}&until=${dayOf(-1)}`
    const { total } = await call<{ total: { delivered: number } }>('admin', 'GET', path)
    if (total.delivered === messages) return
    await delay(500)
  }
}

const portal = portalForFile({}, async (started) => {
  await started.call('admin', 'POST', '/send', { text: 'Hello', recipients: ['27831110001', '447700900123'] })
  await started.call('user', 'POST', '/send', { text: 'x'.repeat(200), recipients: ['27831110002'] })
  await untilDelivered(started, 3)
})

test('last month is compared, divided by country and user, and shared as a link', async () => {
  const page = await portal.logInAs('admin', '/reports')
  const figure = (name: string) => page.getByRole('region', { name, exact: true })
  await figure('Messages').getByText('3', { exact: true }).waitFor()
  await figure('Messages').getByText('0 in the period before').waitFor()
  await figure('Parts').getByText('4', { exact: true }).waitFor()
  await figure('Delivery rate').getByText('100%').waitFor()
  await figure('Cost')
    .getByText(/0\.20$/)
    .waitFor()
  await figure('Messages by state')
    .getByRole('row', { name: /^Delivered 3 100% 4 100% .*0\.20$/ })
    .waitFor()
  await figure('Time to the handset')
    .getByText(/^90% within /)
    .waitFor()
  await figure('Replies').getByText('0% of delivered messages').waitFor()
  await page.getByLabel('Divide by').selectOption('Country')
  await figure('Messages by country')
    .getByRole('row', { name: /^\+27 South Africa 2 66\.7% 3/ })
    .waitFor()
  await figure('Messages by country')
    .getByRole('row', { name: /^\+44 United Kingdom 1/ })
    .waitFor()
  await page.getByLabel('Divide by').selectOption('User')
  await page.waitForURL(/by=user/)
  await figure('Messages by user')
    .getByRole('row', { name: /^user@example\.com 1/ })
    .waitFor()
  await page.getByText('Month', { exact: true }).click()
  await figure('Messages by month').getByRole('row').nth(1).waitFor()
  const linked = await portal.logInAs('admin', page.url().split('/portal')[1])
  await linked.getByRole('region', { name: 'Messages by month' }).getByRole('row').nth(1).waitFor()
  await linked.getByRole('region', { name: 'Messages by user' }).getByText('user@example.com').waitFor()
  await page.getByRole('button', { name: 'Last month' }).click()
  await page.getByText('No messages in this period').waitFor()
  await page.goBack()
  await figure('Messages by month').getByRole('row').nth(1).waitFor()
})

test('a figure leads to its messages', async () => {
  const page = await portal.logInAs('admin', '/reports')
  await page.getByRole('region', { name: 'Messages by state' }).getByRole('link', { name: 'Delivered' }).click()
  await page.waitForURL(/\/messages\?.*state=delivered/)
  const list = page.getByRole('region', { name: 'Messages, newest first' })
  await list.getByRole('listitem').nth(2).waitFor()
})

test('a report is saved, opened again, and removed', async () => {
  const page = await portal.logInAs('admin', '/reports?by=origin')
  await page.getByRole('button', { name: 'Save this report' }).click()
  const form = page.getByRole('dialog', { name: 'Save this report' })
  await form.getByText('This gateway sends no mail yet').waitFor()
  await form.getByLabel('Name').fill('By interface')
  await form.getByLabel('Period').selectOption('Last 7 days')
  await form.getByRole('button', { name: 'Save this report' }).click()
  const again = await portal.logInAs('admin', '/reports')
  const saved = again.getByRole('region', { name: 'Saved reports' })
  await saved.getByRole('button', { name: 'By interface', exact: true }).click()
  await again.waitForURL(/by=origin/)
  await again.getByRole('button', { name: 'Last 7 days', pressed: true }).waitFor()
  await saved.getByRole('button', { name: 'Remove: By interface' }).click()
  await again.getByText('The report was removed.').waitFor()
  await saved.getByRole('list').waitFor({ state: 'detached' })
})

test('it is downloaded as CSV', async () => {
  const page = await portal.logInAs('admin', '/reports?by=origin')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const file = await (await downloading).path()
  const [head, row] = (await readFile(file, 'utf8')).split('\r\n')
  assert.equal(head, '\uFEFFfrom,origin,name,messages,parts,ended,delivered,deliveryRate,cost,currency')
  assert.match(row ?? '', /^\d{4}-\d{2}-\d{2},portal,,3,4,3,3,1,0\.200000,[A-Z]{3}$/)
})

test('the ledger is there for an admin, and not for a user', async () => {
  const page = await portal.logInAs('admin', '/reports')
  await page.getByRole('region', { name: 'Ledger' }).getByText('Opening balance').waitFor()
  const user = await portal.logInAs('user', '/reports')
  await user.getByRole('region', { name: 'Messages by state' }).waitFor()
  await assertShows(() => user.getByText('Ledger', { exact: true }).count(), 0)
})

test('an operator sees all clients together, without costs', async () => {
  const page = await portal.logInAs('operator', '/reports')
  await page
    .getByRole('region', { name: 'Messages by state' })
    .getByRole('row', { name: /^Delivered 3 / })
    .waitFor()
  await assertShows(() => page.getByRole('region', { name: 'Cost', exact: true }).count(), 0)
  await page.getByLabel('Divide by').selectOption('Client')
  await page
    .getByRole('region', { name: 'Messages by client' })
    .getByRole('row', { name: / 3 100% 4 / })
    .waitFor()
  await page.getByLabel('Divide by').selectOption('Network link')
  await page
    .getByRole('region', { name: 'Messages by network link' })
    .getByRole('row', { name: /^\S+\/\S+ 3 100% 4 / })
    .waitFor()
  const shared = await portal.logInAs('admin', '/reports?by=client')
  await shared.getByRole('region', { name: 'Messages by state' }).waitFor()
})

test('it is accessible and fits a phone', async () => {
  const page = await portal.logInAs('admin', '/reports', { viewport: { width: 390, height: 844 } })
  await page.getByRole('region', { name: 'Messages by state' }).waitFor()
  await page.getByRole('region', { name: 'Ledger' }).waitFor()
  await assertAccessible(page)
  await assertShows(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
})
