import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { goTo } from './support/go-to.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'
import { textWorkbook } from './support/workbook.ts'

/** A link so slow that messages are seen to wait. */
const portal = portalForFile({
  instances: { simulator: { config: { rate: 150, submitDelayMs: 0, receiptDelayMs: 50, receipts: true } } },
})

const PATIENCE = { timeout: 180_000 }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface Upload {
  readonly state: string
  readonly accepted: number
}

interface States {
  readonly records: readonly { readonly state: string; readonly messages: number }[]
}

async function choose(page: PortalPage, path: string, name: string, content: string | Uint8Array): Promise<void> {
  await page.goto(`${portal.gateway.url}/portal${path}`)
  await give(page, name, content)
}

async function give(page: PortalPage, name: string, content: string | Uint8Array): Promise<void> {
  const mimeType = name.endsWith('.xlsx') ? XLSX : 'text/csv'
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
}

/** Resolves with its id. */
async function upload(page: PortalPage, name: string, content: string | Uint8Array): Promise<number> {
  await choose(page, '/uploads', name, content)
  await page.waitForURL(/\/uploads\/\d+$/, PATIENCE)
  return Number(page.url().split('/').at(-1))
}

async function messagesOf(uploadId: number): Promise<number> {
  const { records } = await portal.call<States>('user', 'GET', `/uploads/${uploadId}/states`)
  return records.reduce((sum, { messages }) => sum + messages, 0)
}

async function creditOf(): Promise<number> {
  const { credit } = await portal.call<{ credit: string }>('operator', 'GET', `/clients/${portal.accounts.clientId}`)
  return Number(credit)
}

async function download(page: PortalPage, button: string): Promise<string> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile(await (await saved).path(), 'utf8')
}

const REFUSED: readonly (readonly [name: string, content: string | Uint8Array, sentence: RegExp])[] = [
  ['empty.csv', '', /The file is empty/],
  ['blank.csv', '\n \n', /The file is empty/],
  ['empty.xlsx', textWorkbook([]), /The file is empty/],
  ['paper.csv', '%PDF-1.7\n1 0 obj', /This is no list that can be read/],
  ['picture.csv', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), /This is no list that can be read/],
  ['old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /an old Excel \(XLS\)/],
  ['wide.csv', Buffer.from('number,name\n0821110001,Ann\n', 'utf16le'), /The characters of this file cannot be read/],
  ['damaged.xlsx', textWorkbook([['0821110001']]).subarray(0, 500), /This workbook is damaged/],
]

for (const path of ['/uploads', '/contacts/import'])
  test(`${path}: each file that is no list is refused with a sentence of its own`, async () => {
    const page = await portal.logInAs('user', path)
    for (const [name, content, sentence] of REFUSED) {
      await goTo(page, path)
      await give(page, name, content)
      const alert = page.getByRole('alert')
      await alert.getByText(sentence).waitFor()
      await assertShows(() => alert.getByText(/An error occurred in the gateway/).count(), 0)
    }
    await assertAccessible(page)
  })

test('a workbook is uploaded, its columns guessed and remembered, and its rows are sent', async () => {
  const page = await portal.logInAs('user', '/uploads')
  const rows = [
    ['Number', 'Who', 'Reached at'],
    ['1', 'Thandi', '0831110001'],
    ['2', 'José', '+27831110002'],
    ['3', 'Bad', '12'],
  ]
  const first = await upload(page, 'people.xlsx', textWorkbook(rows))
  const column = page.getByRole('combobox', { name: 'Column with the numbers' })
  await column.waitFor()
  await assertShows(() => column.inputValue(), 'Reached at')
  await page.getByRole('textbox', { name: 'Text' }).fill('Dear {Who}')
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page.getByRole('cell', { name: 'Dear José' }).waitFor()
  assert.equal(
    await download(page, 'Save them as CSV'),
    '\ufeffNumber,Who,Reached at,Reason\r\n3,Bad,12,Not a mobile number\r\n',
  )
  await page.getByRole('button', { name: 'Send 2 messages' }).click()
  await page.getByRole('status').getByText('Done').waitFor(PATIENCE)
  assert.equal(await messagesOf(first), 2)
  // The next file, without leaving the portal.
  await goTo(page, '/uploads')
  await give(page, 'again.xlsx', textWorkbook([rows[0] as string[], ['1', 'x', 'y']]))
  await column.waitFor()
  await assertShows(() => column.inputValue(), 'Reached at')
})

test('another text shows the reasons that hold for it, at once', async () => {
  const page = await portal.logInAs('user', '/uploads')
  await upload(page, 'texts.csv', 'Mobile,Name\n0831110011,\n0831110012,Ann\n12,Ben\n')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Dear {Name}')
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page.getByRole('group', { name: 'Cells of row 2' }).getByText('Missing value').waitFor()
  await page.getByRole('button', { name: 'Change the text or columns' }).click()
  await text.fill('Hello')
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page.getByRole('heading', { name: '1 row is left out' }).waitFor()
  await page.getByRole('group', { name: 'Cells of row 4' }).getByText('Not a mobile number').waitFor()
  await assertShows(() => page.getByRole('group', { name: 'Cells of row 2' }).count(), 0)
})

test('an upload is not done while its messages wait, and scheduled until its time has come', async () => {
  const page = await portal.logInAs('user', '/uploads')
  const rows = Array.from({ length: 1_500 }, (_, n) => `083222${String(n).padStart(4, '0')},Hello`)
  const uploadId = await upload(page, 'slow.csv', `Mobile,Text\n${rows.join('\n')}\n`)
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page.getByRole('button', { name: 'Send 1,500 messages' }).click(PATIENCE)
  await page.getByText('1,500 of 1,500 submitted').waitFor(PATIENCE)
  assert.equal((await portal.call<Upload>('user', 'GET', `/uploads/${uploadId}`)).state, 'sending')
  await page.getByRole('status').getByText('Sending').waitFor()
  await page.getByText(/wait in the gateway/).waitFor()
  await page.getByRole('status').getByText('Done').waitFor(PATIENCE)
  const { records } = await portal.call<States>('user', 'GET', `/uploads/${uploadId}/states`)
  assert.equal(records.filter(({ state }) => state === 'queued' || state === 'scheduled').length, 0)
  const later = await upload(page, 'later.csv', 'Mobile,Text\n0831110021,Hello\n')
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page.getByRole('button', { name: 'Send 1 message' }).waitFor()
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  await portal.call('user', 'POST', `/uploads/${later}/start`, { sendAt })
  await page.reload()
  await page.getByRole('status').getByText('Scheduled').waitFor(PATIENCE)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel for good?' }).click()
  await page.getByRole('status').getByText('Cancelled').waitFor()
})

test('a cancelled upload shows as many messages as were made and paid for', async () => {
  const page = await portal.logInAs('user', '/uploads')
  const rows = Array.from({ length: 8_000 }, (_, n) => `083333${String(n).padStart(4, '0')},Hello`)
  const before = await creditOf()
  const uploadId = await upload(page, 'cancelled.csv', `Mobile,Text\n${rows.join('\n')}\n`)
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page.getByRole('button', { name: 'Send 8,000 messages' }).click(PATIENCE)
  // Until then, the button to cancel is another one, which goes.
  await page.getByRole('status').getByText('Sending').waitFor(PATIENCE)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel for good?' }).click()
  await page.getByRole('status').getByText('Cancelled').waitFor()
  const messages = await messagesOf(uploadId)
  const count = messages.toLocaleString('en-GB')
  if (messages > 0) await page.getByText(`${count} of 8,000 submitted`).waitFor(PATIENCE)
  assert.equal((await portal.call<Upload>('user', 'GET', `/uploads/${uploadId}`)).accepted, messages)
  assert.equal(Math.round((before - (await creditOf())) / 0.05), messages)
})

test('an import counts contacts once, puts all into a group, and saves what it refuses', async () => {
  const page = await portal.logInAs('user', '/contacts/import')
  const rows = Array.from({ length: 2_500 }, (_, n) => [`08355${String(n).padStart(5, '0')}`, `Ann ${n}`])
  // Doubles nearby and far away, spelled in another way.
  for (let n = 0; n < 30; n += 1) rows.splice(n * 50 + 1, 0, [`+27 8355${String(n).padStart(5, '0')}`, 'Twice'])
  rows.push(['12', '=Nobody'], ['', 'None'])
  await choose(page, '/contacts/import', 'customers.xlsx', textWorkbook([['Reach', 'Person'], ...rows]))
  await page.getByText('customers.xlsx · 2,532 rows').waitFor(PATIENCE)
  await assertShows(() => page.getByRole('combobox', { name: 'Content of column Reach' }).inputValue(), 'Mobile number')
  await page.getByRole('combobox', { name: 'Content of column Person' }).click()
  await page.getByRole('option', { name: 'Name', exact: true }).click()
  await page.getByRole('combobox', { name: 'Add all to group' }).fill('Autumn')
  await page.getByText('30 rows have the number of an earlier row').waitFor(PATIENCE)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Import 2,532 rows' }).click()
  await page.getByText('The import is complete').waitFor(PATIENCE)
  const { contacts } = await portal.call<{ contacts: number }>('user', 'GET', '/contacts/count')
  assert.equal(contacts, 2_500)
  await assertShows(() => page.locator('[data-count=added]').textContent(), '2,500')
  await assertShows(() => page.locator('[data-count=refused]').textContent(), '2')
  await assertAccessible(page)
  const saved = await download(page, 'Save them as CSV')
  assert.match(saved, /^\ufeffReach,Person,Problem\r\n12,'=Nobody,.+\r\n,None,.+\r\n$/)
  await choose(page, '/contacts/import', 'next.csv', 'Reach,Person\n0835509999,Ben Nel\n')
  const role = page.getByRole('combobox', { name: 'Content of column Person' })
  await role.waitFor()
  await assertShows(() => role.inputValue(), 'Name')
})

test('all contacts that match are selected at once, and the actions are for all of them', async () => {
  const page = await portal.logInAs('user', '/contacts')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByText('200 selected').waitFor()
  await page.getByRole('button', { name: 'Select all 2,500' }).click()
  await page.getByText('2,500 selected').waitFor(PATIENCE)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Add to group' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('Everyone')
  await page.keyboard.press('Enter')
  await page.getByText('Added to Everyone: 2,500.').waitFor(PATIENCE)
  await page.getByRole('combobox', { name: 'Group', exact: true }).click()
  await page.getByRole('option', { name: 'Autumn' }).click()
  await page.waitForURL(/group=/)
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Select all that match' }).click()
  await page.getByText('2,500 selected').waitFor(PATIENCE)
})
