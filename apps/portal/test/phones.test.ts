import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'

const portal = portalForFile({
  instances: { simulator: { config: { rate: 0, submitDelayMs: 0, receiptDelayMs: 50, receipts: true, phones: true } } },
})

const send = (to: string, text: string) => portal.call('admin', 'POST', '/send', { recipients: [to], text })

test('a message arrives by itself and as text, is answered, and STOP opts out', async () => {
  const page = await portal.logInAs('admin', '/phones')
  await page.getByText('No message has arrived yet').waitFor()
  await send('27831110001', '<b>Hello</b> & <img src=x onerror=alert(1)>')
  const phone = page.getByRole('region', { name: 'Phone 27831110001' })
  await phone.getByText('<b>Hello</b> & <img src=x onerror=alert(1)>').waitFor()
  await phone.getByLabel('Your reply').fill('Who is it?')
  await page.keyboard.press('Enter')
  await phone.getByRole('listitem').filter({ hasText: 'Who is it?' }).waitFor()
  await phone.getByRole('button', { name: 'Reply STOP' }).click()
  await phone.getByRole('listitem').filter({ hasText: /^STOP/ }).waitFor()
  await send('27831110002', 'Another phone')
  await page.getByRole('region', { name: 'Phone 27831110002' }).getByText('Another phone').waitFor()
  await assertAccessible(page)
})

test('the first steps lead from sending to the block, and can be skipped', async () => {
  const page = await portal.logInAs('admin', '/phones')
  const tour = page.getByRole('region', { name: 'Your first two minutes' })
  await tour.getByRole('button', { name: 'Send', exact: true }).click()
  const phone = page.getByRole('region', { name: 'Phone 27829876543' })
  await phone.getByText('Your table is booked').waitFor()
  await phone.getByRole('button', { name: 'Reply STOP' }).click()
  await phone.getByText('has opted out of messages').waitFor()
  await tour.getByRole('button', { name: 'Send again', exact: true }).click()
  await tour.getByText('Blocked: this contact has opted out').waitFor()
  // The number of the examples has not opted out.
  await send('27821234567', 'For programs')
  await page.getByRole('region', { name: 'Phone 27821234567' }).getByText('For programs').waitFor()
  await tour.getByRole('link', { name: 'Opt it in again' }).click()
  await page.getByRole('button', { name: 'Opt in again' }).click()
  await page.getByText('Receives messages', { exact: true }).first().waitFor()
  await page.goBack()
  await tour.getByRole('button', { name: 'Send again', exact: true }).click()
  await phone.getByRole('listitem').filter({ hasText: 'Your table is booked' }).nth(1).waitFor()
  await tour.getByRole('button', { name: 'Skip this' }).click()
  await tour.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Show the first steps' }).waitFor()
  await assertShows(() => tour.count(), 0)
})
