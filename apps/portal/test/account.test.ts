import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './support/accessibility.ts'
import { appCode } from './support/app-code.ts'
import { assertShows } from './support/assert-shows.ts'
import { findUndo } from './support/find-undo.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

const portal = portalForFile()

const PHONE = { viewport: { width: 390, height: 844 } }
const PASSWORD = 'correct horse battery staple'

let people = 0

/** Adds a user of the customer that no other test uses. */
async function addPerson(): Promise<{ email: string; userId: number }> {
  people += 1
  const email = `person${people}@acme.example`
  const { userId } = await portal.call<{ userId: number }>('admin', 'POST', '/users', { email, password: PASSWORD })
  return { email, userId }
}

async function fillLogIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function logIn(email: string, password = PASSWORD, path = '/account/security'): Promise<PortalPage> {
  const page = await portal.open(path)
  await fillLogIn(page, email, password)
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
  return page
}

test('a wrong password is told; the right one leads in', async () => {
  const { email } = await addPerson()
  const page = await portal.open('/account/security')
  page.watched.expectConsole(/401/)
  await fillLogIn(page, email, 'wrong')
  await page.getByRole('alert').getByText('E-mail or password is wrong').waitFor()
  await assertAccessible(page)
  await fillLogIn(page, email, PASSWORD)
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
})

test('who forgot the password is told whom to ask, where the gateway sends no mail', async () => {
  const page = await portal.open('/log-in')
  page.watched.expectConsole(/409/)
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await page.getByLabel('E-mail').fill('ann@acme.example')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await page.getByRole('alert').getByText('This gateway sends no mail').waitFor()
})

test('a one-time link leads in once, stands for the password, and leaves no trace in the address bar', async () => {
  const { email } = await addPerson()
  const { link } = await portal.gateway.run<{ link: string }>('user', 'log-in-link', email)
  const page = await portal.open(link.slice(link.indexOf('/log-in')))
  await page.waitForURL(/\/portal\/$/)
  await page.goto(`${portal.gateway.url}/portal/account/security`)
  const section = page.getByRole('region', { name: 'Password' })
  await section.locator('input[name=password]').fill('copper lantern seven')
  await section.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password has been changed.').waitFor()
  // In the form that `start` prints: with the page to open afterwards.
  const again = await portal.open(link.slice(link.indexOf('/log-in')).replace('#', '?to=%2Faccount#'))
  again.watched.expectConsole(/401/)
  await again.getByRole('alert').getByText('This link has already been used').waitFor()
  assert.ok(!again.url().includes('#'))
  await again.getByLabel('E-mail').waitFor()
})

test('a new password tells which keys go on working, and ends them if wanted', async () => {
  const { email, userId } = await addPerson()
  for (const scope of ['send', 'portal'])
    await portal.gateway.run('key', 'add', '--user', String(userId), '--scope', scope)
  const page = await logIn(email)
  const section = page.getByRole('region', { name: 'Password' })
  await section.locator('input[name=presentPassword]').fill(PASSWORD)
  await section.locator('input[name=password]').fill('copper lantern seven')
  await section.getByRole('button', { name: 'Change password' }).click()
  await section.getByText('API keys go on working').waitFor()
  await section.getByText(/for sending, created/).waitFor()
  await section.getByText(/also for the portal, created/).waitFor()
  await assertAccessible(page)
  await section.getByRole('button', { name: 'End all of them' }).click()
  await page.getByText('The keys were removed.').waitFor()
  await section.getByText('API keys go on working').waitFor({ state: 'detached' })
  const { keys } = await portal.gateway.run<{ keys: unknown[] }>('key', 'list', '--user', String(userId))
  assert.deepEqual(keys, [])
})

test('a key for the portal is made with the password only', async () => {
  const { email } = await addPerson()
  const page = await logIn(email)
  page.watched.expectConsole(/400/)
  await page.goto(`${portal.gateway.url}/portal/developers`)
  await page.getByRole('button', { name: 'Create a key for the portal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a key for the portal' })
  await dialog.locator('input[name=presentPassword]').fill('wrong')
  await dialog.getByRole('button', { name: 'Create a key', exact: true }).click()
  await dialog.getByText('This is not your password.').waitFor()
  await assertAccessible(page)
  await dialog.locator('input[name=presentPassword]').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create a key', exact: true }).click()
  await page.getByText(/also for the portal, created/).waitFor()
})

test('the password is changed, and the old one is worth nothing', async () => {
  const { email } = await addPerson()
  const page = await logIn(email)
  page.watched.expectConsole(/40[01]/)
  const section = page.getByRole('region', { name: 'Password' })
  await section.locator('input[name=presentPassword]').fill('wrong')
  await section.locator('input[name=password]').fill('short')
  await section.getByRole('button', { name: 'Change password' }).click()
  await section.getByText('At least 10 characters.', { exact: true }).waitFor()
  await section.locator('input[name=password]').fill('copper lantern seven')
  await section.getByRole('button', { name: 'Change password' }).click()
  await section.getByText('This is not your current password.').waitFor()
  await section.locator('input[name=presentPassword]').fill(PASSWORD)
  await section.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password has been changed.').waitFor()
  await logIn(email, 'copper lantern seven')
})

test('an authenticator app is set up, asked for at the next log-in, and turned off', async () => {
  const { email } = await addPerson()
  const page = await logIn(email)
  const section = page.getByRole('region', { name: 'Authenticator app' })
  await section.getByRole('button', { name: 'Set up an app' }).click()
  await section.locator('input[name=presentPassword]').fill(PASSWORD)
  await section.getByRole('button', { name: 'Next' }).click()
  await section.getByRole('img', { name: 'QR code' }).waitFor()
  await assertAccessible(page)
  const secret = (await section.getByTestId('factor-secret').textContent()) ?? ''
  await section.locator('input[name=code]').fill(appCode(secret, 0))
  await section.getByRole('button', { name: 'Confirm' }).click()
  const codes = section.getByTestId('recovery-codes').locator('code')
  await codes.first().waitFor()
  await assertShows(() => codes.count(), 10)
  const recoveryCode = (await codes.first().textContent()) ?? ''

  const other = await portal.open('/account/security')
  other.watched.expectConsole(/401/)
  await fillLogIn(other, email, PASSWORD)
  await other.locator('input[name=code]').fill('000000')
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await other.getByRole('alert').getByText('This code is wrong or has expired').waitFor()
  await other.locator('input[name=code]').fill(recoveryCode)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await other.getByText('9 recovery codes are left.').waitFor()

  await section.getByRole('button', { name: 'Turn it off' }).click()
  // No code counts twice; the next one counts already.
  await section.locator('input[name=code]').fill(appCode(secret, 1))
  await section.getByRole('button', { name: 'Turn it off' }).click()
  await section.getByRole('button', { name: 'Set up an app' }).waitFor()
})

test('other sessions are shown and ended', async () => {
  const { email } = await addPerson()
  const [here, there] = [await logIn(email), await logIn(email)]
  await here.reload()
  const section = here.getByRole('region', { name: 'Where you are logged in' })
  await section.getByText('This session').waitFor()
  await section.getByRole('button', { name: 'Log out: Chrome, Linux' }).click()
  await section.getByRole('button', { name: 'Log out: Chrome, Linux' }).waitFor({ state: 'detached' })
  there.watched.expectConsole(/401/)
  await there.reload()
  await there.getByRole('heading', { name: 'Log in' }).waitFor()
})

describe('users', () => {
  test('one is added, sets a password by the link shown once, is disabled and enabled by undo', async () => {
    const page = await portal.logInAs('admin', '/account/users')
    await page.getByRole('button', { name: 'Add user' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('E-mail').fill('New.Person@acme.example')
    await form.getByRole('combobox', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'LOW' }).click()
    await form.getByRole('button', { name: 'Add user' }).click()
    const link = (await form.getByTestId('secret').textContent()) ?? ''
    await form.getByText('Close', { exact: true }).click()
    const row = page.getByRole('listitem', { name: 'new.person@acme.example' })
    await row.getByText('Priority: LOW').waitFor()

    const theirs = await portal.open(link.slice(link.indexOf('/log-in')))
    await theirs.locator('input[name=password]').fill(PASSWORD)
    await assertAccessible(theirs)
    await theirs.getByRole('button', { name: 'Set the password' }).click()
    await theirs.waitForURL(/\/portal\/$/)
    await theirs.getByRole('heading', { level: 1 }).waitFor()
    await assertShows(() => theirs.getByRole('link', { name: 'Users' }).count(), 0)

    const actions = row.getByRole('button', { name: 'Actions for new.person@acme.example' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    const undo = await findUndo(page)
    await row.getByText('Disabled', { exact: true }).waitFor()
    await assertAccessible(page)
    await undo.click()
    await row.getByText('Disabled', { exact: true }).waitFor({ state: 'detached' })

    await actions.click()
    await page.getByRole('menuitem', { name: 'Change settings' }).click()
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Administrator' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Administrator').waitFor()
  })

  test('one who lost the password is given another', async () => {
    const { email } = await addPerson()
    const page = await portal.logInAs('admin', '/account/users', PHONE)
    await page.getByRole('button', { name: `Actions for ${email}` }).click()
    await page.getByRole('menuitem', { name: 'Lost password or phone' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No authenticator app is in use.').waitFor()
    await dialog.getByRole('button', { name: 'Set a new password' }).click()
    const password = (await dialog.getByTestId('secret').textContent()) ?? ''
    await logIn(email, password)
  })
})

test('the audit log shows who did what, and can be narrowed', async () => {
  const { userId } = await addPerson()
  const page = await portal.logInAs('admin', '/account/audit-log')
  const log = page.getByRole('region', { name: 'Audit log' })
  await log.getByText(`user ${userId}`).waitFor()
  await assertAccessible(page)
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Logged in', exact: true }).click()
  await log.getByText(`user ${userId}`).waitFor({ state: 'detached' })
  await log.getByText('Logged in').first().waitFor()
})

test('log-ins that were refused are in the audit log: whose, why, from where', async () => {
  const { email } = await addPerson()
  const page = await portal.open('/account/security')
  page.watched.expectConsole(/401/)
  await fillLogIn(page, email, 'wrong')
  await page.getByRole('alert').getByText('E-mail or password is wrong').waitFor()
  await page.reload()
  await fillLogIn(page, 'nobody@else.example', 'wrong')
  await page.getByRole('alert').getByText('E-mail or password is wrong').waitFor()
  const admin = await portal.logInAs('admin', '/account/audit-log')
  const log = admin.getByRole('region', { name: 'Audit log' })
  await log.getByText(`${email} · wrong password · once · via portal, latest from 127.0.0.1`).waitFor()
  await assertShows(() => log.getByText('nobody@else.example').count(), 0)
  const operator = await portal.logInAs('operator', '/account/audit-log')
  await operator.getByText(/nobody@else.example · wrong password/).waitFor()
})

test('networks are set with an own address among them, and show who came from elsewhere', async () => {
  const { email } = await addPerson()
  const page = await portal.logInAs('admin', '/account/networks')
  page.watched.expectConsole(/40[019]/)
  await page.getByText('You are at 127.0.0.1 now.').waitFor()
  const [programs, list] = [page.locator('textarea[name=programs]'), page.locator('textarea[name=portal]')]
  await programs.fill('198.51.100.0/24, nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText("'nowhere' is neither an address nor a network").waitFor()
  await programs.fill('198.51.100.0/24')
  await list.fill('192.0.2.0/24')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Your own address, 127.0.0.1, is not in the portal’s list').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Add this address to the portal’s list' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('It is in effect within a second.').waitFor()

  const apiKey = portal.accounts.users.user.apiKey
  const send = () =>
    fetch(`${portal.gateway.url}/sms/2/text/single`, { method: 'POST', headers: { 'x-api-key': apiKey } })
  await logIn(email)
  for (let tries = 0; (await send()).status !== 401; tries += 1) assert.ok(tries < 100, 'the key is still accepted')
  const log = await portal.logInAs('admin', '/account/audit-log')
  await log.getByText(/from a network that the client does not accept · .* latest from 127\.0\.0\.1/).waitFor()
  await programs.fill('')
  await list.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('It is in effect within a second.').first().waitFor()
})

test('the pages fit a telephone', async () => {
  for (const path of ['/account/security', '/account/users', '/account/networks', '/account/audit-log']) {
    const page = await portal.logInAs('admin', path, PHONE)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= PHONE.viewport.width, `${path}: ${width} pixels wide`)
  }
})
