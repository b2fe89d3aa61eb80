import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'

const portal = portalForFile()

async function send(count: number): Promise<void> {
  const destinations = Array.from({ length: count }, (_, index) => ({ to: `2783111${String(index).padStart(4, '0')}` }))
  const response = await fetch(`${portal.gateway.url}/sms/2/messages`, {
    method: 'POST',
    headers: { authorization: portal.accounts.users.user.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ destinations, text: 'Hello' }] }),
  })
  assert.equal(response.status, 200)
}

test('figures come by themselves, and each leads to its messages', async () => {
  const page = await portal.logInAs('user')
  await page.getByText('No messages in this period').waitFor()
  await send(7)
  // Counted in the background every ten seconds, requested every five.
  await page.getByRole('link', { name: 'Delivered 7' }).waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Delivery rate 100%' }).waitFor()
  await page.getByRole('link', { name: /^Credit .*999\.65/ }).waitFor()
  await page.getByText('Interface', { exact: true }).click()
  await page.getByRole('link', { name: 'v2 7' }).click()
  await page.waitForURL(/\/messages\?.*origin=v2/)
  const list = page.getByRole('region', { name: 'Messages, newest first' })
  await list.getByRole('listitem').first().waitFor()
  await assertShows(() => list.getByRole('listitem').count(), 7)
})

test('an operator sees what waits, and the links', async () => {
  const page = await portal.logInAs('operator')
  await page.getByRole('heading', { name: 'Queue by priority' }).waitFor()
  await page.getByText('simulator/').first().waitFor()
  await page.getByRole('link', { name: /^Messages \d/ }).click()
  await page.waitForURL(/\/messages\?since=/)
})

test('it is accessible and fits a phone', async () => {
  const page = await portal.logInAs('operator', '/', { viewport: { width: 390, height: 844 } })
  await page.getByRole('heading', { name: 'Links' }).waitFor()
  await assertAccessible(page)
  await assertShows(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
})

for (const locale of ['en-US', 'de', 'fr', 'ar'])
  test(`axes are labelled as people write times and numbers: ${locale}`, async () => {
    await send(3)
    const page = await portal.logInAs('user', '/', { locale })
    const bars = page.locator('.recharts-wrapper').first()
    await bars.locator('.recharts-xAxis-tick-labels text').nth(1).waitFor()
    const wrong = await bars.evaluate((chart) => {
      // Arabic pages have the digits of phone numbers, and Gregorian dates.
      const { language } = navigator
      const locale = language === 'ar' ? 'ar-u-ca-gregory-nu-latn' : language
      const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
      const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
      // A time is one line, so that no blank in it is a place to break it.
      const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ')
      const minutes = Array.from({ length: 120 }, (_, ago) => plain(clock.format(Date.now() - ago * 60_000)))
      const numbers = Array.from({ length: 500 }, (_, count) => compact.format(count))
      const labels = (axis: string) =>
        [...chart.querySelectorAll(`.recharts-${axis}-tick-labels text`)].map(({ textContent }) => textContent)
      return {
        times: labels('xAxis').filter((label) => !minutes.includes(plain(label))),
        numbers: labels('yAxis').filter((label) => !numbers.includes(label)),
      }
    })
    assert.deepEqual(wrong, { times: [], numbers: [] })
  })

test('the chosen period and division are in the address: a reload, the back button and a link show the same', async () => {
  await send(1)
  const page = await portal.logInAs('user')
  const isChosen = (name: string) =>
    page.getByRole('radio', { name, exact: true }).and(page.locator(':checked')).waitFor({ state: 'attached' })
  await isChosen('1 h')
  await page.getByText('24 h', { exact: true }).click()
  await page.waitForURL(/\?minutes=1440$/)
  await page.getByText('Interface', { exact: true }).click()
  await page.waitForURL(/\?minutes=1440&by=origin$/)
  await page.reload()
  await isChosen('24 h')
  await isChosen('Interface')
  await page.goBack()
  await isChosen('State')
  await page.goBack()
  await isChosen('1 h')
  const linked = await portal.logInAs('user', '/?minutes=360')
  await linked.getByRole('radio', { name: '6 h' }).and(linked.locator(':checked')).waitFor({ state: 'attached' })
})
