import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'

const portal = portalForFile()

test('an operator narrows the audit log by client, person and object, and saves what is left as CSV', async () => {
  const { accounts, call } = portal
  await call('operator', 'POST', '/operator/links/simulator/main/pause')
  await call('operator', 'POST', '/operator/links/simulator/main/resume')
  await call('operator', 'PATCH', `/clients/${accounts.clientId}`, { name: 'Acme Limited' })
  await call('admin', 'POST', `/users/${accounts.users.admin.userId}/keys`, { scope: 'send' })
  const page = await portal.logInAs('operator', '/account/audit-log')
  const log = page.getByRole('region', { name: 'Audit log' })
  await log.getByText('Link paused').waitFor()
  await page.getByLabel('What it was done to').fill('LINK SIM')
  await log.getByText('Client changed').waitFor({ state: 'detached' })
  await assertShows(() => log.getByText('link simulator/main').count(), 2)
  await page.getByLabel('What it was done to').fill('')
  await page.getByLabel('Client number').fill(String(accounts.clientId))
  await log.getByText('Link paused').waitFor({ state: 'detached' })
  await log.getByText('API key created').first().waitFor()
  await page.getByLabel('Who').fill('operator@')
  await log.getByText('API key created').first().waitFor({ state: 'detached' })
  await log.getByText('Client changed').waitFor()
  await assertAccessible(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const download = await saving
  assert.match(download.suggestedFilename(), /^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n').slice(1)
  assert.ok(rows.length > 0)
  for (const row of rows) assert.match(row, new RegExp(`^[^,]+,${accounts.clientId},\\d+,operator@example\\.com,`))
})
