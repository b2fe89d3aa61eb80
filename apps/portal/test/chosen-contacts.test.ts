import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { findUndo } from './support/find-undo.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

const NAMES = ['Anna', 'Ben', 'Cara', 'Dan', 'Eve']
const mobileOf = (name: string) => `2783555770${NAMES.indexOf(name)}`

const portal = portalForFile({}, async ({ call }) => {
  for (const name of NAMES)
    await call('user', 'PUT', `/contacts/${mobileOf(name)}`, { name, fields: { town: 'Paarl' }, groups: ['Everybody'] })
})

const box = (page: PortalPage, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const bar = (page: PortalPage) => page.getByRole('toolbar', { name: 'Actions for selected contacts' })

/** Names of the contacts that match. */
async function found(query: string): Promise<string[]> {
  const { records } = await portal.call<{ records: { name: string }[] }>('user', 'GET', `/contacts?${query}`)
  return records.map(({ name }) => name)
}

async function groupId(name: string): Promise<number> {
  const { records } = await portal.call<{ records: { name: string; groupId: number }[] }>('user', 'GET', '/groups')
  return (records.find((group) => group.name === name) as { groupId: number }).groupId
}

async function choose(page: PortalPage, ...names: readonly string[]) {
  for (const name of names) await box(page, name).check()
}

test('a stretch is chosen with Shift, put into a new group and taken out again', async () => {
  const page = await portal.logInAs('user', '/contacts')
  await choose(page, 'Anna', 'Ben')
  await box(page, 'Dan').click({ modifiers: ['Shift'] })
  await bar(page).getByText('4 selected').waitFor()
  await box(page, 'Anna').uncheck()
  await bar(page).getByRole('button', { name: 'Add to group' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('Nights')
  await page.keyboard.press('Enter')
  await page.getByText('Added to Nights: 3.').waitFor()
  assert.deepEqual(await found(`groupId=${await groupId('Nights')}`), ['Ben', 'Cara', 'Dan'])
  await choose(page, 'Anna', 'Cara')
  await bar(page).getByRole('button', { name: 'Remove from group' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('nights')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Removed from Nights: 1.').waitFor()
  assert.deepEqual(await found(`groupId=${await groupId('Nights')}`), ['Ben', 'Dan'])
})

test('several are opted out, an undo takes it back, and they opt in again', async () => {
  const page = await portal.logInAs('user', '/contacts')
  await choose(page, 'Ben', 'Cara')
  await bar(page).getByRole('button', { name: 'Opt out' }).click()
  const undo = await findUndo(page)
  await page.getByText('Opted out: 2.').waitFor()
  assert.deepEqual(await found('status=opted-out'), ['Ben', 'Cara'])
  await undo.click()
  await page.getByText('Undone.').waitFor()
  assert.deepEqual(await found('status=opted-out'), [])
  await portal.call('user', 'POST', `/contacts/${mobileOf('Eve')}/status`, { status: 'opted-out' })
  await choose(page, 'Eve')
  await bar(page).getByRole('button', { name: 'Opt in again' }).click()
  await page.getByText('Opted in again: 1.').waitFor()
  assert.deepEqual(await found('status=opted-out'), [])
})

test('all that are shown are removed, and an undo brings back what was noted of them', async () => {
  const page = await portal.logInAs('user', '/contacts')
  await box(page, 'Anna').waitFor()
  await assertAccessible(page)
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await bar(page).getByText('5 selected').waitFor()
  await assertAccessible(page)
  await bar(page).getByRole('button', { name: 'Remove contacts' }).click()
  const undo = await findUndo(page)
  await page.getByText('Removed from contacts: 5.').waitFor()
  assert.deepEqual(await found('name=a'), [])
  await undo.click()
  await page.getByText('Undone.').waitFor()
  const back = await portal.call<{ name: string; fields: object; groups: { name: string }[] }>(
    'user',
    'GET',
    `/contacts/${mobileOf('Anna')}`,
  )
  assert.deepEqual(
    [back.name, back.fields, back.groups.map(({ name }) => name)],
    ['Anna', { town: 'Paarl' }, ['Everybody']],
  )
})

test('those that are chosen are exported; another list has none chosen', async () => {
  const page = await portal.logInAs('user', '/contacts')
  await choose(page, 'Ben', 'Eve')
  const download = page.waitForEvent('download')
  await bar(page).getByRole('button', { name: 'Export' }).click()
  const exported = await readFile(await (await download).path(), 'utf8')
  assert.match(exported, /^mobile,name,.*\r\n27835557701,Ben,.*\r\n27835557704,Eve,.*\r\n$/)
  await page.getByLabel('Name or number').fill('ben')
  await page.waitForURL(/q=ben/)
  await bar(page).waitFor({ state: 'detached' })
  await assertShows(() => box(page, 'Ben').isChecked(), false)
})
