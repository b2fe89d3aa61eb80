import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { PortalState } from '@heliograph/contracts'
import type { FrameState } from '../src/pages/plugins/frame-port.ts'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

const portal = portalForFile({
  instances: { loyalty: { use: fileURLToPath(new URL('support/with-pages/index.mjs', import.meta.url)) } },
})

const frameOf = (page: PortalPage, title: string) => page.frameLocator(`iframe[title="${title}"]`)

/** What a page of the plugin has written as JSON. */
async function readIn<T>(page: PortalPage, title: string, id: 'state' | 'found'): Promise<T> {
  const written = frameOf(page, title).locator(`#${id}`).filter({ hasText: '{' })
  return JSON.parse((await written.textContent()) ?? '') as T
}

test('what a page is told is what the contracts say', () => {
  const reported = {} as FrameState
  const said: PortalState = reported
  assert.equal(said, reported)
})

test('a page is in the menu, looks like the portal and calls its plugin as the person', async () => {
  const page = await portal.logInAs('admin')
  const menu = page.getByRole('navigation')
  await menu.getByRole('link', { name: 'Points' }).click()
  await page.getByRole('heading', { name: 'Points', level: 1 }).waitFor()
  const state = await readIn<PortalState>(page, 'Points', 'state')
  assert.deepEqual([state.language, state.direction, state.role], ['en', 'ltr', 'admin'])
  assert.match(state.colors.text ?? '', /^(#|rgb)/)
  const { email } = portal.accounts.users.admin
  const { who, headers, refused, wrong, lang } = await readIn<{
    who: Record<string, unknown>
    headers: readonly string[]
    refused: readonly string[]
    wrong: readonly string[]
    lang: string
  }>(page, 'Points', 'found')
  assert.deepEqual(who, { email, role: 'admin', clientName: state.client.name, input: { more: 7 } })
  assert.deepEqual(refused, ['conflict', 'not-today', 'Not today'])
  assert.deepEqual(wrong.slice(0, 2), ['invalid', 'invalid-request'])
  assert.equal(lang, 'en')
  assert.ok(headers.includes('host') && !headers.includes('cookie'), `its files were asked for with ${headers}`)
  assert.ok(!(await page.context().cookies()).some(({ name }) => name === 'plugin'))
  page.watched.expectConsole(/status of 4(00|09)/)
  await assertAccessible(page)
})

test('a page follows the theme and the language, says something, is tall and leads on', async () => {
  const page = await portal.logInAs('admin', '/plugins/loyalty/points')
  page.watched.expectConsole(/status of 4(00|09)/)
  await readIn(page, 'Points', 'found')
  await page.emulateMedia({ colorScheme: 'dark' })
  await assertShows(async () => (await readIn<PortalState>(page, 'Points', 'state')).colorScheme, 'dark')
  await frameOf(page, 'Points').getByRole('button', { name: 'Say something' }).click()
  await page.getByRole('alert').filter({ hasText: 'Points saved' }).waitFor()
  await frameOf(page, 'Points').getByRole('button', { name: 'Be tall' }).click()
  await assertShows(async () => (await page.locator('iframe').boundingBox())?.height, 1234)
  await frameOf(page, 'Points').getByRole('button', { name: 'To the messages' }).click()
  await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor()
})

test('a page has the title of the language, and is shown to its roles only', async () => {
  const linksIn = (page: PortalPage) => () =>
    page.locator('[aria-labelledby="navigation-plugins"]').getByRole('link').allTextContents()
  const french = await portal.logInAs('user', '/plugins/loyalty/rules', { locale: 'fr-FR' })
  await assertShows(linksIn(french), ['Points de fidélité', 'Thief'])
  await french.getByText('Cette page n’existe pas').waitFor()
  await assertShows(linksIn(await portal.logInAs('operator')), ['Points', 'Thief', 'Rules'])
})

test('a page is found by its title in the palette, by its roles only', async () => {
  const page = await portal.logInAs('operator')
  page.watched.expectConsole(/status of 4(00|09)/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('rul')
  await page.getByRole('option', { name: 'Rules' }).click()
  await page.waitForURL(/\/plugins\/loyalty\/rules$/)
  const french = await portal.logInAs('user', '/', { locale: 'fr-FR' })
  await french.getByRole('heading', { level: 1 }).waitFor()
  await french.keyboard.press('Control+k')
  await french.getByRole('option', { name: 'Points de fidélité' }).waitFor()
  await assertShows(() => french.getByRole('option', { name: 'Rules' }).count(), 0)
})

test('a page reaches neither the portal nor its session, its API or another server', async () => {
  const page = await portal.logInAs('admin', '/plugins/loyalty/thief')
  page.watched.expectConsole(/content security policy|sandboxed|SecurityError|Unsafe attempt|status of 404/i)
  const found = await readIn<Record<string, string>>(page, 'Thief', 'found')
  assert.deepEqual(found, {
    origin: 'null',
    document: 'SecurityError',
    cookies: 'SecurityError',
    storage: 'SecurityError',
    api: 'TypeError',
    apiWithCookies: 'TypeError',
    otherServer: 'TypeError',
    top: 'SecurityError',
    popup: 'null',
    otherEndpoint: 'Error',
    unknownEndpoint: 'Error',
  })
  assert.equal(page.url(), `${portal.gateway.url}/portal/plugins/loyalty/thief`)
})

test('what comes into the place of a page gets nothing, and is closed', async () => {
  const page = await portal.logInAs('admin', '/plugins/loyalty/points')
  page.watched.expectConsole(/status of 4(00|09)/)
  await readIn(page, 'Points', 'found')
  await frameOf(page, 'Points').getByRole('button', { name: 'Leave' }).click()
  await page.getByText('This page went elsewhere').waitFor()
  await page.getByRole('button', { name: 'Open it again' }).click()
  await readIn(page, 'Points', 'found')
})

test('what another frame says is not heard', async () => {
  const page = await portal.logInAs('admin')
  page.watched.expectConsole(/status of 4(00|09)/)
  let release = () => {}
  const hasSpoken = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/plugin-pages/loyalty/points/page.js', async (route) => {
    await hasSpoken
    await route.continue()
  })
  await page.getByRole('link', { name: 'Points' }).click()
  await frameOf(page, 'Points').getByRole('button', { name: 'Leave' }).waitFor()
  // It says that it listens, before the page in its place does. A portal that heard it would give its port away now.
  await page.evaluate(async () => {
    const frame = document.createElement('iframe')
    Object.assign(frame, { src: '/plugin-pages/loyalty/thief/', title: 'Thief' }).setAttribute(
      'sandbox',
      'allow-scripts',
    )
    const hasLoaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await hasLoaded
    const isHeard = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }))
    window.postMessage({ kind: 'page' }, '*')
    await isHeard
  })
  release()
  await readIn(page, 'Points', 'found')
  await assertShows(() => frameOf(page, 'Thief').locator('#found').textContent(), '')
})

test('a page opened by itself has no origin either, and nobody else may frame the portal', async () => {
  const page = await portal.logInAs('admin')
  const answer = await page.goto(`${portal.gateway.url}/plugin-pages/loyalty/points/`)
  assert.match(
    answer?.headers()['content-security-policy'] ?? '',
    /^sandbox allow-scripts allow-forms; default-src 'none'/,
  )
  await assertShows(() => page.evaluate(() => self.origin), 'null')
  for (const path of ['/portal/', '/portal/log-in', '/portal/api/1/session']) {
    const { headers } = await fetch(`${portal.gateway.url}${path}`)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path)
    assert.equal(headers.get('x-frame-options') ?? 'DENY', 'DENY', path)
  }
})
