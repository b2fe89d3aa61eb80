import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { plainNumber } from './support/plain-number.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

/** The network accepts as much as a good link does, not as much as the processor could. */
const portal = portalForFile({
  instances: { simulator: { config: { rate: 2_000, submitDelayMs: 0, receiptDelayMs: 50, receipts: true } } },
})

/** Rows of the large file: more than one piece of it, and more than are sent before a button can be pressed. */
const ROWS = Number(process.env.UPLOAD_ROWS ?? 40_000)

const PATIENCE = { timeout: 400_000 }

interface Upload {
  readonly uploadId: number
  readonly state: string
  readonly messages: number
  readonly accepted: number
}

async function choose(page: PortalPage, name: string, text: string): Promise<number> {
  await page.goto(`${portal.gateway.url}/portal/uploads`)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.waitForURL(/\/uploads\/\d+$/)
  return Number(page.url().split('/').at(-1))
}

function get(uploadId: number): Promise<Upload> {
  return portal.call<Upload>('user', 'GET', `/uploads/${uploadId}`)
}

test('a file is mapped by a guess, previewed, mended and sent', async () => {
  const page = await portal.logInAs('user', '/uploads')
  const rows = [
    'Name;Mobile;Balance',
    'Thandi;0831110001;10',
    'José;+27831110002;20',
    'Bad;12;30',
    'Again;0831110001;40',
  ]
  const uploadId = await choose(page, 'balances.csv', rows.join('\n'))
  await page.getByRole('heading', { name: 'Columns' }).waitFor()
  await assertShows(() => page.getByRole('combobox', { name: 'Column with the numbers' }).inputValue(), 'Mobile')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('Dear {nobody}')
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page
    .getByRole('alert')
    .getByText(/there is no \{nobody\}/i)
    .first()
    .waitFor()
  page.watched.expectConsole(/status of 400/)
  await text.fill('Dear ')
  await page.getByRole('button', { name: 'Insert Name' }).click()
  await text.press('End')
  await text.pressSequentially(', you have ')
  await page.getByRole('button', { name: 'Insert Balance' }).click()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page.getByRole('cell', { name: 'Dear José, you have 20' }).waitFor()
  await page.getByRole('heading', { name: '2 rows are left out' }).waitFor()
  const faulty = page.getByRole('group', { name: 'Cells of row 4' })
  await faulty.getByLabel('Column 2').fill('0831110003')
  await faulty.getByRole('button', { name: 'Correct' }).click()
  await page.getByRole('heading', { name: '1 row is left out' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Send 3 messages' }).click()
  await page.getByText('3 of 3 submitted').waitFor()
  await page.getByRole('status').getByText('Done').waitFor()
  await page.getByText('Delivered').waitFor(PATIENCE)
  await assertAccessible(page)
  assert.equal((await get(uploadId)).accepted, 3)
})

test('an upload that was cut off goes on after a reload, by itself', async () => {
  const page = await portal.logInAs('user', '/uploads')
  await page.route('**/file?*', (route) => route.abort())
  page.watched.expectConsole(/ERR_FAILED/)
  const uploadId = await choose(page, 'later.csv', `Mobile,Text\n${plainNumber('082', 1)},Hello\n`)
  await page.getByText(/Uploading the file/).waitFor()
  await page.unroute('**/file?*')
  await page.reload()
  await page.getByRole('heading', { name: 'Columns' }).waitFor()
  await assertShows(() => page.getByRole('textbox', { name: 'Text' }).inputValue(), '{Text}')
  assert.equal((await get(uploadId)).state, 'received')
})

test(
  `a file of ${ROWS} rows is sent to its end, paused, resumed and looked at again in between`,
  PATIENCE,
  async (t) => {
    const lines = Array.from({ length: ROWS }, (_, row) => `${plainNumber('082', row)},name ${row}`)
    const page = await portal.logInAs('user', '/uploads')
    // Enough for all but 5,000 of them: in the middle, the upload has to wait for more credit.
    const amount = ((ROWS - 5_000) / 20 - 900).toFixed(2)
    await portal.call('operator', 'POST', `/clients/${portal.accounts.clientId}/credit`, { amount })
    const begin = performance.now()
    const tell = (what: string) => t.diagnostic(`${what} after ${((performance.now() - begin) / 1_000).toFixed(1)} s`)
    const uploadId = await choose(page, 'many.csv', `Mobile,Name\n${lines.join('\n')}\n`)
    await page.getByRole('textbox', { name: 'Text' }).fill('Dear {Name}, hello', PATIENCE)
    tell('uploaded')
    await page.getByRole('button', { name: 'Check and preview' }).click()
    await page.getByRole('button', { name: `Send ${ROWS.toLocaleString('en-GB')} messages` }).click(PATIENCE)
    tell('checked')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('status').getByText('Paused').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('status').getByText('Sending').waitFor()
    await page.reload()
    await page
      .getByRole('alert')
      .getByText(/Not enough credit/)
      .waitFor(PATIENCE)
    tell('out of credit')
    await portal.call('operator', 'POST', `/clients/${portal.accounts.clientId}/credit`, { amount: '1000' })
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('status').getByText('Done').waitFor(PATIENCE)
    tell('all accepted')
    const upload = await get(uploadId)
    assert.deepEqual([upload.messages, upload.accepted], [ROWS, ROWS])
  },
)

test('uploads that take all their room are reported, and cancelled before they are sent', async () => {
  const page = await portal.logInAs('user', '/uploads')
  const draft = { name: 'large.csv', octets: 64 * 1024 * 1024 }
  const begun: Upload[] = []
  // With what other tests brought there is no room for a fourth.
  for (let time = 0; time < 3; time += 1) begun.push(await portal.call<Upload>('user', 'POST', '/uploads', draft))
  await page.route('**/uploads', (route) =>
    route.request().method() === 'POST'
      ? route.continue({ postData: JSON.stringify(draft), headers: route.request().headers() })
      : route.continue(),
  )
  page.watched.expectConsole(/status of 409/)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
  await page
    .getByRole('alert')
    .getByText(/take all the room there is/)
    .waitFor()
  await assertAccessible(page)
  await page.goto(`${portal.gateway.url}/portal/uploads/${begun[0]?.uploadId}`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel for good?' }).click()
  await page.getByRole('status').getByText('Cancelled').waitFor()
  await portal.call<Upload>('user', 'POST', '/uploads', draft)
})

test('an upload that ended the gateway twice is reported, and can only be cancelled', async () => {
  const page = await portal.logInAs('user', '/uploads')
  for (const state of ['received', 'paused']) {
    await page.route(/\/uploads\/\d+$/, async (route) => {
      if (route.request().resourceType() === 'document') return route.continue()
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), state, pausedBecause: 'ended-process' },
      })
    })
    const { uploadId } = await portal.call<Upload>('user', 'POST', '/uploads', { name: 'held.csv', octets: 1 })
    await page.goto(`${portal.gateway.url}/portal/uploads/${uploadId}`)
    await page
      .getByRole('alert')
      .getByText(/failed twice/)
      .waitFor()
    await assertShows(() => page.getByRole('button', { name: /Resume|Check and preview/ }).count(), 0)
    await page.getByRole('button', { name: 'Cancel' }).waitFor()
    await assertAccessible(page)
    await page.unrouteAll()
    await portal.call('user', 'POST', `/uploads/${uploadId}/cancel`)
  }
})

test('what is not wanted any more is cancelled, after one more question', async () => {
  const page = await portal.logInAs('user', '/uploads')
  const rows = Array.from({ length: 5_000 }, (_, row) => `${plainNumber('082', row)},x`)
  const uploadId = await choose(page, 'unwanted.csv', `Mobile,Text\n${rows.join('\n')}\n`)
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page.getByRole('button', { name: 'Send 5,000 messages' }).click(PATIENCE)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel for good?' }).click()
  await page.getByRole('status').getByText('Cancelled').waitFor()
  assert.equal((await get(uploadId)).state, 'cancelled')
  await page.goto(`${portal.gateway.url}/portal/campaigns`)
  await page.getByRole('link', { name: 'unwanted.csv' }).waitFor()
  await assertAccessible(page)
})
