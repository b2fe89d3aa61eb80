import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'

const portal = portalForFile()

test('the navigation shows what the role may see, and leads there', async () => {
  const page = await portal.logInAs('user')
  const navigation = page.getByRole('navigation', { name: 'Pages' })
  await navigation.getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor()
  assert.equal(await page.title(), 'Messages · Heliograph')
  await assertShows(() => navigation.getByRole('link', { name: 'Operator' }).count(), 0)
  const operator = await portal.logInAs('operator')
  await operator.getByRole('navigation').getByRole('link', { name: 'Operator' }).waitFor()
})

test('the navigation leads to the pages before their own files have come', async () => {
  const page = await portal.logInAs('user')
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/portal-*.js', (route) => held.then(() => route.continue()))
  await page.goto(`${portal.gateway.url}/portal/contacts`, { waitUntil: 'commit' })
  const navigation = page.getByRole('navigation', { name: 'Pages' })
  const messages = navigation.getByRole('link', { name: 'Messages' })
  await navigation.getByRole('link', { name: 'Contacts' }).and(page.locator('[aria-current=page]')).waitFor()
  await messages.click()
  await page.waitForURL('**/portal/messages')
  await messages.waitFor()
  release()
  await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor()
})

test('a visitor who is not logged in comes to the login page', async () => {
  const page = await portal.open('/messages')
  await page.waitForURL(/\/portal\/log-in\?/)
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
})

test('Ctrl-K finds a page by its name', async () => {
  const page = await portal.logInAs('admin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('web')
  await page.getByRole('option', { name: 'Webhooks' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/portal\/webhooks$/)
})

test('an address that leads nowhere says so', async () => {
  const page = await portal.logInAs('admin', '/nowhere')
  await page.getByText('Page not found').waitFor()
})

test('language and theme can be switched and stay so', async () => {
  const page = await portal.logInAs('admin')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByText('Français').click()
  await page.getByRole('navigation').getByRole('link', { name: 'Envoyer' }).waitFor()
  await page.getByText('Sombre', { exact: true }).click()
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await page.reload()
  await page.locator('html[data-mantine-color-scheme="dark"][lang="fr"]').waitFor()
})

test('the shell is accessible in both themes', async () => {
  const page = await portal.logInAs('operator')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await assertAccessible(page)
})

test('logging in by password leads to the page one wanted, logging out back to the start', async () => {
  const page = await portal.open('/webhooks')
  const { email, password } = portal.accounts.users.admin
  await page.getByLabel('E-mail').fill(email)
  await page.locator('input[name=password]').fill('wrong')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').waitFor()
  await page.locator('input[name=password]').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(/\/portal\/webhooks$/)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(/\/portal\/log-in$/)
})

test('a page that the browser has kept is loaded again', async () => {
  const page = await portal.logInAs('user')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await loaded
})

test('styles of a component come after those of what it is made of', async () => {
  const page = await portal.logInAs('user', '/messages')
  await page.locator('.mantine-Select-input').first().click()
  const choices = page.locator('.mantine-Select-dropdown:visible')
  // A select is made of a popover, whose own padding would be wider.
  await assertShows(() => choices.evaluate((element) => getComputedStyle(element).paddingLeft), '4px')
})

test('operators choose a client, see what it has, and come back', async () => {
  await portal.call('admin', 'PUT', '/contacts/27821239001', { name: 'Only Acme knows her' })
  const page = await portal.logInAs('operator', '/contacts')
  const client = page.getByRole('combobox', { name: 'Client' })
  await client.fill('acme')
  await page.getByRole('option', { name: 'Acme Ltd' }).click()
  await page.getByText('You are acting for Acme Ltd').waitFor()
  await page.getByText('Only Acme knows her').waitFor()
  await page.getByRole('button', { name: 'Back to my own client' }).click()
  await page.getByText('Only Acme knows her').waitFor({ state: 'detached' })
})
