import { test } from 'node:test'
import { portalForFile } from './support/portal.ts'

const portal = portalForFile()

test('an alert is set, told on whatever page is open when it begins and ends, and kept in the history', async () => {
  const page = await portal.logInAs('admin', '/alerts')
  page.watched.expectConsole(/status of 400/)
  await page.getByText('No alerts yet').waitFor()
  await page.getByRole('button', { name: 'New alert' }).click()
  const form = page.getByRole('dialog', { name: 'New alert' })
  await form.getByLabel('Alert below').fill('0')
  await form.getByLabel('Mail to').fill('nobody')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('One mail address.').waitFor()
  await form.getByText('More than 0, and at most 100 for a percentage.').waitFor()
  await form.getByLabel('Alert below').fill('2000')
  await form.getByLabel('Mail to').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('list', { name: 'Alerts' }).getByText('Tells those in the portal.').waitFor()
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  const note = page.getByRole('alert')
  await note.getByText(/^Credit is below .*2,000\.00$/).waitFor()
  await page.getByRole('link', { name: 'Alerts' }).click()
  await page
    .getByRole('list', { name: 'Alerts' })
    .getByText(/^Credit: .*1,000\.00\. Since/)
    .waitFor()
  await page
    .getByRole('region', { name: 'History' })
    .getByRole('row', { name: /^Credit is below .* –$/ })
    .waitFor()
  await page.getByRole('button', { name: /^Edit: Credit is below/ }).click()
  await page.getByRole('dialog').getByLabel('Alert below').fill('500')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Channels' }).click()
  await note.getByText(/^Over: Credit is below/).waitFor()
})

test('links are for operators, and a user has no alerts', async () => {
  const page = await portal.logInAs('operator', '/alerts')
  await page.getByRole('button', { name: 'New alert' }).click()
  const form = page.getByRole('dialog', { name: 'New alert' })
  await form.getByLabel('Watch').selectOption('Network links')
  await form.getByLabel('Alert after this many minutes').waitFor()
  const user = await portal.logInAs('user', '/')
  await user.getByRole('link', { name: 'Webhooks', exact: true }).waitFor()
  await user.getByRole('link', { name: 'Alerts' }).waitFor({ state: 'detached' })
})
