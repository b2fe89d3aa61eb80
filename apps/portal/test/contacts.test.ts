import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { findUndo } from './support/find-undo.ts'
import { portalForFile } from './support/portal.ts'

const portal = portalForFile()

const ROWS = 20_000

interface Contact {
  readonly name: string
  readonly email: string
  readonly fields: Readonly<Record<string, string>>
  readonly groups: readonly { readonly name: string }[]
}

test('a contact is added, noted, found by name and group, removed and put back', async () => {
  const page = await portal.logInAs('user', '/contacts')
  await page.getByText('No contacts yet').waitFor()
  await page.getByRole('button', { name: 'Add contact' }).click()
  await page.getByLabel('Mobile number').fill('12')
  await page.getByRole('button', { name: 'Save' }).click()
  page.watched.expectConsole(/status of 400/)
  await page
    .getByText(/no (valid )?(mobile )?number|not a/i)
    .first()
    .waitFor()
  await page.getByLabel('Mobile number').fill('083 555 0001')
  await page.getByRole('dialog').getByLabel('Name').fill('Anna Botha')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/contacts\/27835550001$/)
  await page.getByLabel('E-mail').fill('anna@example.com')
  await page.getByRole('combobox', { name: 'Groups' }).fill('Staff')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('textbox', { name: 'Field' }).fill('town')
  await page.getByRole('textbox', { name: 'Value' }).fill('Paarl')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Contact saved.').waitFor()
  const noted = await portal.call<Contact>('user', 'GET', '/contacts/27835550001')
  assert.deepEqual(
    [noted.name, noted.email, noted.fields, noted.groups.map(({ name }) => name)],
    ['Anna Botha', 'anna@example.com', { town: 'Paarl' }, ['Staff']],
  )
  await page.getByRole('link', { name: 'All contacts' }).click()
  await page.getByLabel('Name or number').fill('bötha')
  await page.waitForURL(/q=b/)
  await page.getByRole('combobox', { name: 'Group', exact: true }).click()
  await page.getByRole('option', { name: 'Staff' }).click()
  await page.waitForURL(/group=/)
  await page.getByRole('link', { name: /Anna Botha/ }).click()
  await page.getByRole('button', { name: 'Remove contact' }).click()
  const undo = await findUndo(page)
  await page.getByText('Anna Botha has been removed from contacts.').waitFor()
  await undo.click()
  await page.getByRole('link', { name: /Anna Botha/ }).waitFor()
  const back = await portal.call<Contact>('user', 'GET', '/contacts/27835550001')
  assert.deepEqual([back.fields, back.groups.length], [{ town: 'Paarl' }, 1])
})

test('a contact is opted out, and an undo takes it back; the trail has both', async () => {
  await portal.call('user', 'PUT', '/contacts/27835550002', { name: 'Ben Cele' })
  const page = await portal.logInAs('user', '/contacts/27835550002')
  await page.getByText(/subscription\/\d+\/opt\/out\/27835550002\?s=[\w-]{11}$/).waitFor()
  await page.getByRole('button', { name: 'Opt out', exact: true }).click()
  const undo = await findUndo(page)
  await page.getByText('Ben Cele no longer receives messages.').waitFor()
  await page.getByRole('button', { name: 'Opt in again' }).waitFor()
  await undo.click()
  await page.getByText('Undone.').waitFor()
  await page.getByRole('button', { name: 'Opt out', exact: true }).waitFor()
  await page.getByText(/^OPTED OUT - .* UTC - User ID: \d+$/).waitFor()
  await page
    .getByText(/^OPTED IN - .* UTC - Undone by user ID: \d+$/)
    .first()
    .waitFor()
})

test('an admin erases a number after a confirmation; a user cannot', async () => {
  await portal.call('user', 'PUT', '/contacts/27835550003', { name: 'Cora Dube' })
  await portal.call('user', 'POST', '/contacts/27835550003/status', { status: 'opted-out' })
  const user = await portal.logInAs('user', '/contacts/27835550003')
  await user.getByRole('button', { name: 'Remove contact' }).waitFor()
  await assertShows(() => user.getByRole('button', { name: 'Erase number' }).count(), 0)
  const page = await portal.logInAs('admin', '/contacts/27835550003')
  await page.getByRole('button', { name: 'Erase number' }).click()
  await page.getByText('This cannot be undone.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Erase number' }).click()
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await page.waitForURL(/\/contacts$/)
  await page.getByText('The number has been erased. It stays opted out.').waitFor()
  const { records } = await portal.call<{ records: readonly { subject: string }[] }>(
    'admin',
    'GET',
    '/audit-log?action=contact-erased',
  )
  assert.deepEqual(
    records.map(({ subject }) => subject),
    ['0 messages, 0 incoming SMS, 0 rows of uploads'],
  )
})

test('a group that is new is offered at once where messages are written', async () => {
  const page = await portal.logInAs('user', '/send')
  await page.getByRole('combobox', { name: 'Groups' }).waitFor()
  // As if no time went by: what has been loaded is loaded again only because it has changed.
  await page.clock.setFixedTime(new Date())
  const go = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
  await go('Contacts')
  await page.getByRole('button', { name: 'Groups' }).click()
  await page.getByLabel('New group').fill('Porters')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('textbox', { name: 'Rename Porters' }).waitFor()
  await page.keyboard.press('Escape')
  await go('Send')
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: 'Porters' }).waitFor()
})

test('groups are added, renamed and removed', async () => {
  const page = await portal.logInAs('user', '/contacts')
  await page.getByRole('button', { name: 'Groups' }).click()
  await page.getByLabel('New group').fill('Nights')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'Rename Nights' })
  await name.fill('Night shift')
  await name.press('Enter')
  await page.getByRole('textbox', { name: 'Rename Night shift' }).waitFor()
  await page.getByRole('button', { name: 'Remove the group Night shift' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('textbox', { name: 'Rename Night shift' }).waitFor({ state: 'detached' })
})

test(`${ROWS} contacts are imported by chosen columns, refused rows are told, and the export has them`, async () => {
  const page = await portal.logInAs('admin', '/contacts/import')
  const rows = Array.from({ length: ROWS }, (_, n) => `08300${String(n).padStart(5, '0')};Person ${n};Town ${n % 9}`)
  rows[4] = '12;Nobody;Nowhere'
  const csv = `Cell;Who;Town\n${rows.join('\n')}\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByText('people.csv · 20,000 rows').waitFor()
  await page.getByRole('combobox', { name: 'Content of column Who' }).click()
  await page.getByRole('option', { name: 'Name', exact: true }).click()
  await page.getByRole('button', { name: 'Import 20,000 rows' }).click()
  await page.getByText('The import is complete').waitFor({ timeout: 180_000 })
  await assertShows(() => page.locator('[data-count=added]').textContent(), '19,999')
  await assertShows(() => page.locator('[data-count=refused]').textContent(), '1')
  await page.getByText('Row 6', { exact: true }).waitFor()
  const one = await portal.call<Contact>('user', 'GET', '/contacts/0830017777')
  assert.deepEqual([one.name, one.fields], ['Person 17777', { Town: 'Town 2' }])
  await page.getByRole('link', { name: 'All contacts' }).click()
  const list = page.getByRole('region', { name: 'Contacts' })
  await list.getByRole('link').first().waitFor()
  await list.evaluate((area) => area.scrollTo({ top: 8_000 }))
  await list.getByText('Person 140', { exact: true }).waitFor()
  await page.getByLabel('Name or number').fill('0830019999')
  await list.getByText('Person 19999').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const exported = await readFile(await (await download).path(), 'utf8')
  assert.match(exported, /^mobile,name,.*\r\n27830019999,Person 19999,.*\r\n$/)
})

test('an import goes on by itself after a reload; what was taken before is not taken twice', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `08400${String(n).padStart(5, '0')};Guest ${n}`)
  const page = await portal.logInAs('user', '/contacts/import')
  let taken = () => {}
  const isTaken = new Promise<void>((resolve) => {
    taken = resolve
  })
  let pieces = 0
  // The gateway takes the second piece, but the page never gets the answer.
  await page.route('**/contacts/import', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    pieces += 1
    if (pieces !== 2) return route.continue()
    await route.fetch()
    taken()
  })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(`Cell;Name\n${rows.join('\n')}\n`) })
  await page.getByRole('button', { name: 'Import 5,000 rows' }).click()
  await isTaken
  await page.reload()
  await page.getByText('The import is complete').waitFor()
  const counts = ['added', 'changed', 'unchanged', 'refused'].map((name) =>
    page.locator(`[data-count=${name}]`).textContent(),
  )
  assert.deepEqual(await Promise.all(counts), ['4,000', '0', '1,000', '0'])
  assert.equal(pieces, 6)
  await page.reload()
  await page.getByText('XLSX, or CSV with commas').waitFor()
  await assertShows(() => page.getByRole('progressbar').count(), 0)
})

test('the pages of contacts are accessible in both themes', async () => {
  await portal.call('user', 'PUT', '/contacts/27835550003', { name: 'Cara', groups: ['Staff'] })
  await portal.call('user', 'POST', '/contacts/27835550003/status', { status: 'opted-out' })
  const page = await portal.logInAs('user', '/contacts?status=opted-out')
  await page.getByRole('link', { name: /Cara/ }).waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: /Cara/ }).click()
  await page.getByRole('heading', { name: 'Audit trail' }).waitFor()
  await assertAccessible(page)
  await page.goto(`${portal.gateway.url}/portal/contacts/import`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('number,name\n0835550004,Dan\n'),
  })
  await page.getByText('What is in each column?').waitFor()
  await assertAccessible(page)
})
