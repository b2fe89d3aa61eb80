import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { findUndo } from './support/find-undo.ts'
import { plainNumber } from './support/plain-number.ts'
import { portalForFile } from './support/portal.ts'

const portal = portalForFile()

interface Found {
  readonly records: readonly { readonly text: string; readonly state: string; readonly sendAt: string }[]
}

test('a text goes to typed numbers, with its parts and price shown before', async () => {
  const page = await portal.logInAs('user', '/send')
  await page.getByLabel('Recipients').fill('082 111 0001\n082 111 0002, nobody, 0821110001')
  await page.getByRole('textbox', { name: 'Text' }).fill('It’s “done” — really')
  const summary = page.getByRole('region', { name: 'Summary' })
  await summary.getByText('Unicode (UCS-2)').waitFor()
  await summary.getByText('1 invalid: nobody').waitFor()
  await page.locator('mark', { hasText: '’' }).waitFor()
  await assertShows(() => page.locator('mark').count(), 4)
  await page.getByRole('button', { name: 'Replace them' }).click()
  await summary.getByText('Plain (GSM)').waitFor()
  await assertShows(() => page.getByRole('textbox', { name: 'Text' }).inputValue(), 'It\'s "done" - really')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('2 accepted.').waitFor()
  await page.getByText('1 refused').waitFor()
})

test('a user with several channels chooses the sender, which the summary and the recipient see', async () => {
  const page = await portal.logInAs('user', '/send')
  const summary = page.getByRole('region', { name: 'Summary' })
  await summary.getByText(`+${portal.accounts.number}`).waitFor()
  await assertShows(() => page.getByRole('combobox', { name: 'From', exact: true }).count(), 0)
  const channel = ['--client', String(portal.accounts.clientId), '--sender', 'ACME']
  await portal.gateway.run('channel', 'add', ...channel)
  await page.reload()
  await page.getByRole('combobox', { name: 'From', exact: true }).click()
  await page.getByRole('option', { name: 'ACME' }).click()
  await summary.getByText('ACME', { exact: true }).waitFor()
  await page.getByLabel('Recipients').fill('082 111 0077')
  await page.getByRole('textbox', { name: 'Text' }).fill('From a name')
  await summary.getByText('Plain (GSM)').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('1 accepted.').waitFor()
  const { records } = await portal.call<{ records: { from: string }[] }>('user', 'GET', '/messages?to=27821110077')
  assert.deepEqual(
    records.map(({ from }) => from),
    ['ACME'],
  )
})

test('groups of more than 10,000 become an upload, which is checked and started', async () => {
  const columns = { mobile: 0, groups: 1, others: [] }
  const rows = Array.from({ length: 10_500 }, (_, n) => [plainNumber('+2783', n), 'Everybody'])
  for (let from = 0; from < rows.length; from += 2_000)
    await portal.call('user', 'POST', '/contacts/import', { columns, rows: rows.slice(from, from + 2_000) })
  await portal.call('user', 'POST', `/contacts/${rows[7]?.[0]?.slice(1)}/status`, { status: 'opted-out' })
  const page = await portal.logInAs('user', '/send')
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: 'Everybody' }).click()
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello {{everybody}}')
  await page.getByText('There are more than 10,000 recipients').waitFor()
  await page.getByRole('button', { name: 'Prepare the upload' }).click()
  await page.waitForURL(/\/uploads\/\d+$/)
  await page.getByRole('button', { name: 'Send 10,499 messages' }).click({ timeout: 90_000 })
  await page.getByRole('status').getByText('Done').waitFor({ timeout: 90_000 })
  const { records } = await portal.call<{ records: { name: string; accepted: number; problems: object }[] }>(
    'user',
    'GET',
    '/uploads?limit=1',
  )
  assert.deepEqual(
    records.map(({ name, accepted, problems }) => [name, accepted, problems]),
    [['Everybody', 10_499, { 'opted-out': 1 }]],
  )
})

test('a scheduled text is listed, moved, moved back and cancelled', async () => {
  const page = await portal.logInAs('user', '/send')
  await page.getByLabel('Recipients').fill('0821110003')
  await page.getByRole('textbox', { name: 'Text' }).fill('See you tomorrow')
  await page.getByLabel('Send later').fill('in 20 days at 9.15')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByRole('heading', { name: 'Scheduled' }).waitFor()
  await page.getByRole('link', { name: 'See scheduled messages' }).click()
  const bulk = page.getByRole('article').filter({ hasText: 'See you tomorrow' })
  await bulk.getByText('+27821110003').waitFor()
  await assertAccessible(page)
  const before = await bulk.locator('time').getAttribute('datetime')
  await bulk.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByLabel('New time').fill('in 25 days at 9.15')
  await page.getByRole('button', { name: 'Save' }).click()
  const undo = await findUndo(page)
  await page.getByText('Rescheduled.').waitFor()
  await page.locator(`time:not([datetime="${before}"])`).first().waitFor()
  await undo.click()
  await page.locator(`time[datetime="${before}"]`).waitFor()
  await page.getByText('Calendar', { exact: true }).click()
  await page.getByRole('article').getByText('See you tomorrow').waitFor()
  await page.getByText('List', { exact: true }).click()
  await bulk.getByRole('button', { name: 'Cancel' }).click()
  await bulk.getByRole('button', { name: 'Cancel 1 message for good?' }).click()
  await page.getByText('Nothing is scheduled').waitFor()
  const { records } = await portal.call<Found>('user', 'GET', '/scheduled')
  assert.deepEqual(records, [])
})

test('a text is kept, used again, renamed, edited and removed', async () => {
  const page = await portal.logInAs('user', '/send')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('All must go')
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByLabel('Template name').fill('Sale')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Template saved.').waitFor()
  await text.fill('')
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('button', { name: /^Sale/ }).click()
  await assertShows(() => text.inputValue(), 'All must go')
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'Edit Sale' }).click()
  await page.getByLabel('Template name').fill('Last day')
  await page.getByLabel('Text of the template').fill('All must go, {first_name}, by {day}')
  await page.getByLabel('Kind of day').selectOption('Date')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Last day' }).click()
  await assertShows(() => page.getByLabel('Kind of day').inputValue(), 'date')
  await page.getByRole('button', { name: 'Back to the templates' }).click()
  await page.getByRole('button', { name: 'Remove Last day' }).click()
  await page.getByText('Last day has been removed.').waitFor()
  await page.getByText('No templates yet.').waitFor()
})

test('a template asks for its variables by their kind, and shows the text as it will arrive', async () => {
  const page = await portal.logInAs('user', '/send')
  page.watched.expectConsole(/status of 400/)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Dear {first_name|guest}, {amount} is due on {due date} at {branch}.')
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByLabel('Kind of amount').selectOption('Number')
  await page.getByLabel('Kind of due date').selectOption('Date')
  await page.getByLabel('Kind of branch').selectOption('Choice')
  await page.getByLabel('Choices for branch').fill('Cape Town, Durban')
  await page.getByLabel('Without branch').fill('Durban')
  await page.getByLabel('Template name').fill('Reminder')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Template saved.').waitFor()

  await text.fill('')
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('button', { name: /^Reminder/ }).click()
  await page.getByText('Fill in what is required to see the text.').waitFor()
  await page.getByLabel('amount').fill('much')
  await page.getByRole('button', { name: 'Use this text' }).click()
  await page.getByText('must be a number').waitFor()
  await page.getByText('is missing').waitFor()
  await page.getByLabel('amount').fill('120.50')
  await page.getByLabel('due date').fill('2026-12-01')
  await page.getByText(/^Dear guest, 120\.50 is due on .*1.*2026.* at Durban\.$/).waitFor()
  await page.getByLabel('branch').selectOption('Cape Town')
  await page.getByText(/ at Cape Town\.$/).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Use this text' }).click()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('textarea')].some(({ value }) => value.endsWith('at Cape Town.')),
  )
  const written = await text.inputValue()
  assert.match(written, /^Dear \{first_name\|guest\}, 120\.50 is due on .* at Cape Town\.$/)
  const { records } = await portal.call<{ records: { templateId: number }[] }>('user', 'GET', '/templates')
  for (const { templateId } of records) await portal.call('user', 'DELETE', `/templates/${templateId}`)
})

test('contacts and groups are recipients too', async () => {
  const contact = { name: 'Thandi Nkosi', groups: ['Choir'] }
  await portal.call('user', 'PUT', '/contacts/27821110009', contact)
  const page = await portal.logInAs('user', '/send')
  await page.getByRole('combobox', { name: 'Add from contacts' }).fill('thandi')
  await page.getByRole('option', { name: /Thandi Nkosi/ }).click()
  await assertShows(() => page.getByLabel('Recipients').inputValue(), '+27821110009')
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: 'Choir' }).click()
  await page.getByText('1 listed more than once').waitFor()
})
