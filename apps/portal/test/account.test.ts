import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { assertAccessible } from './support/accessibility.ts'
import { appCode } from './support/app-code.ts'
import { assertShows } from './support/assert-shows.ts'
import { findUndo } from './support/find-undo.ts'
import { goTo } from './support/go-to.ts'
import { openLocalDoor } from './support/local-door.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'
import { addVirtualAuthenticator } from './support/virtual-authenticator.ts'

// Passkeys are bound to a host name. The other tests come by the address of the gateway.
const door = await openLocalDoor(() => portal.gateway.url)
const portal = portalForFile({ sections: { publicUrl: door.url } })
after(() => door.close())

const contexts: BrowserContext[] = []
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** Opens a page by the host name, in a browser of its own with an authenticator. */
async function openByName(path: string): Promise<Page> {
  const context = await portal.browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  contexts.push(context)
  const page = await context.newPage()
  await addVirtualAuthenticator(page)
  await page.goto(`${door.url}/portal${path}`)
  return page
}

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

/** Sets an authenticator app up, and resolves with its secret. */
async function setUpApp(page: Page): Promise<string> {
  const section = page.getByRole('region', { name: 'Authenticator app' })
  await section.getByRole('button', { name: 'Set up an app' }).click()
  await section.locator('input[name=presentPassword]').fill(PASSWORD)
  await section.getByRole('button', { name: 'Next' }).click()
  await section.getByRole('img', { name: 'QR code' }).waitFor()
  await assertAccessible(page)
  const secret = (await section.getByTestId('factor-secret').textContent()) ?? ''
  await section.locator('input[name=code]').fill(appCode(secret, 0))
  await section.getByRole('button', { name: 'Confirm' }).click()
  await section.getByTestId('recovery-codes').locator('code').first().waitFor()
  return secret
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

test('a user who forgot the password learns who can help, where the gateway sends no mail', async () => {
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
  await goTo(page, '/account/security')
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
  await goTo(page, '/developers')
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

test('an authenticator app is set up, asked for at the next login, and turned off', async () => {
  const { email } = await addPerson()
  const page = await logIn(email)
  const secret = await setUpApp(page)
  const section = page.getByRole('region', { name: 'Authenticator app' })
  const codes = section.getByTestId('recovery-codes').locator('code')
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

test('a passkey is added, logs in past the authenticator app, gets a name, and is removed for a lost device', async () => {
  const { email, userId } = await addPerson()
  const page = await openByName('/account/security')
  await fillLogIn(page, email, PASSWORD)
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.locator('input[name=name]').fill('My laptop')
  await section.locator('input[name=presentPassword]').fill('wrong')
  await section.getByRole('button', { name: 'Next' }).click()
  await section.getByText('This is not your current password.').waitFor()
  await assertAccessible(page)
  await section.locator('input[name=presentPassword]').fill(PASSWORD)
  await section.getByRole('button', { name: 'Next' }).click()
  await section.getByRole('listitem', { name: 'My laptop' }).getByText('never used').waitFor()
  await setUpApp(page)

  await page.context().clearCookies()
  await page.goto(`${door.url}/portal/account/security`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL(/\/portal\/account\/security$/)
  await section.getByRole('listitem', { name: 'My laptop' }).getByText('last used').waitFor()

  await section.getByRole('button', { name: 'Rename My laptop' }).click()
  await section.locator('input[name=name]').fill('My old laptop')
  await section.locator('input[name=presentPassword]').fill(PASSWORD)
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByRole('button', { name: 'Remove My old laptop' }).waitFor()

  const admin = await portal.logInAs('admin', '/account/users')
  await admin.getByRole('button', { name: `Actions for ${email}` }).click()
  await admin.getByRole('menuitem', { name: 'Lost password or phone' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByText('One passkey is in use.').waitFor()
  await dialog.getByRole('button', { name: 'Remove the passkeys' }).click()
  await dialog.getByText('One passkey is in use.').waitFor({ state: 'detached' })

  await page.context().clearCookies()
  await page.goto(`${door.url}/portal/log-in`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByRole('alert').getByText('This passkey is not accepted here').waitFor()
  await goTo(admin, '/account/audit-log')
  const log = admin.getByRole('region', { name: 'Audit log' })
  for (const act of ['Passkey added', 'Passkey renamed', 'All passkeys of a user removed'])
    await log.getByText(act, { exact: true }).first().waitFor()
  await log.getByText(`user ${userId}`).first().waitFor()
})

test('a passkey is removed by its user, and with the second factor by a command', async () => {
  const { email } = await addPerson()
  const page = await openByName('/account/security')
  await fillLogIn(page, email, PASSWORD)
  const section = page.getByRole('region', { name: 'Passkeys' })
  for (const remove of [
    async () => {
      await section.getByRole('button', { name: 'Remove My phone' }).click()
      await section.locator('input[name=presentPassword]').fill(PASSWORD)
      await section.getByRole('button', { name: 'Remove', exact: true }).click()
    },
    async () => {
      const { passkeys } = await portal.gateway.run<{ passkeys: number }>('user', 'remove-second-factor', email)
      assert.equal(passkeys, 1)
      await page.reload()
    },
  ]) {
    await section.getByRole('button', { name: 'Add a passkey' }).click()
    await section.locator('input[name=name]').fill('My phone')
    await section.locator('input[name=presentPassword]').fill(PASSWORD)
    await section.getByRole('button', { name: 'Next' }).click()
    await section.getByRole('listitem', { name: 'My phone' }).waitFor()
    await remove()
    await section.getByText('You have no passkey yet.').waitFor()
  }
})

test('where passkeys cannot be used, it is said why to who can do something about it', async () => {
  const { email } = await addPerson()
  const elsewhere = await logIn(email)
  await elsewhere.getByText(`Passkeys work at ${door.url} only.`).waitFor()
  const answer = { json: { records: [], next: null, origin: null } }
  await elsewhere.route('**/account/passkeys', (route) => route.fulfill(answer))
  await elsewhere.reload()
  await elsewhere.getByRole('region', { name: 'Where you are logged in' }).getByText('This session').waitFor()
  await elsewhere.getByRole('region', { name: 'Passkeys' }).waitFor({ state: 'detached' })
  const admin = await portal.logInAs('admin', '/account/security')
  await admin.route('**/account/passkeys', (route) => route.fulfill(answer))
  await admin.reload()
  await admin.getByText('the setting publicUrl of this gateway needs an address').waitFor()
  const nobody = await portal.open('/log-in')
  await nobody.getByLabel('E-mail').waitFor()
  await nobody.waitForLoadState('networkidle')
  await assertShows(() => nobody.getByRole('button', { name: 'Log in with a passkey' }).count(), 0)
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
  await page.getByText('nowhere is neither an address nor a network').waitFor()
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
  const page = await portal.logInAs('admin', '/', PHONE)
  for (const path of ['/account/security', '/account/users', '/account/networks', '/account/audit-log']) {
    await goTo(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= PHONE.viewport.width, `${path}: ${width} pixels wide`)
  }
})
