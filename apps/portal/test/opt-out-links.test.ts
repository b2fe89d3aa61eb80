import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'

const HOST = 'https://o.example'

const portal = portalForFile({ sections: { shortLinks: { url: HOST } } })

const LINK = /^Bye: (https:\/\/o\.example\/[\dA-Za-z]{10})$/

interface Sent {
  readonly records: readonly { readonly text: string }[]
}

/** The link that the latest message has instead of the placeholder. */
async function latestLink(): Promise<string | undefined> {
  const { records } = await portal.call<Sent>('admin', 'GET', '/messages?limit=1')
  return LINK.exec(records[0]?.text ?? '')?.[1]
}

test('a link to opt out is put into a message, counted as it is sent, and shorter than 30 characters', async () => {
  const page = await portal.logInAs('admin', '/send')
  await page.getByLabel('Recipients', { exact: true }).fill('+27831110001')
  await page.getByRole('textbox', { name: 'Text' }).fill('Bye:')
  await page.getByRole('button', { name: 'Opt-out link' }).click()
  await assertShows(() => page.getByRole('textbox', { name: 'Text' }).inputValue(), 'Bye: {opt_out_link}')
  const summary = page.getByRole('region', { name: 'Summary' })
  await summary.getByText(String('Bye: '.length + HOST.length + '/0123456789'.length), { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('On its way').waitFor()
  const link = await latestLink()
  assert.ok(link !== undefined && link.length < 30, link)
})

test('templates and the texts of campaigns have the same button', async () => {
  await portal.call('admin', 'POST', '/templates', { name: 'Goodbye', text: 'Bye:', variables: [] })
  const page = await portal.logInAs('admin', '/send')
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'Edit Goodbye' }).click()
  const templates = page.getByRole('dialog', { name: 'Templates' })
  await templates.getByRole('button', { name: 'Opt-out link' }).click()
  await templates.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Template saved.').waitFor()
  const { records } = await portal.call<Sent>('admin', 'GET', '/templates')
  assert.deepEqual(
    records.map(({ text }) => text),
    ['Bye: {opt_out_link}'],
  )
  await page.goto(`${portal.gateway.url}/portal/uploads`)
  const buffer = Buffer.from('Mobile\n+27831110002\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer })
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Bye:')
  await page.getByRole('button', { name: 'Opt-out link' }).click()
  await page.getByRole('checkbox', { name: 'Compare with a second text' }).check()
  const second = page.getByRole('textbox', { name: 'Second text (B)' })
  await second.fill('Bye:')
  await page.getByRole('button', { name: 'Opt-out link' }).nth(1).click()
  for (const each of [text, second]) await assertShows(() => each.inputValue(), 'Bye: {opt_out_link}')
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page.getByRole('button', { name: 'Send 1 message' }).click()
  await assertShows(async () => (await latestLink())?.length, 28)
})
