import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { assertAccessible } from './support/accessibility.ts'
import { instancesWith, PROVIDER_NAME as NAME, startIdentityProvider } from './support/identity-provider.ts'
import { portalForFile } from './support/portal.ts'

const provider = await startIdentityProvider()

const portal = portalForFile({ instances: instancesWith(provider) }, async ({ gateway }) =>
  provider.register(gateway.url),
)
after(() => provider.stop())

const contexts: BrowserContext[] = []
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** Opens a page in a browser of its own, which sees this machine alone: the provider's pages have foreign fonts. */
async function open(path: string): Promise<Page> {
  const context = await portal.browser.newContext({ locale: 'en-GB' })
  contexts.push(context)
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  )
  const page = await context.newPage()
  await page.goto(`${portal.gateway.url}/portal${path}`)
  return page
}

async function goToProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Log in with ${NAME}` }).click()
  await page.waitForURL((url) => url.origin === provider.issuer)
}

const api = (path: string) => `${portal.gateway.url}/portal/api/1${path}`

describe('in the portal, a user of an identity provider', () => {
  test('logs in there, and is then where the login began', async () => {
    const page = await open('/account/security')
    await goToProvider(page)
    await page.locator('input[name=login]').fill('admin@example.com')
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(/\/portal\/account\/security$/)
    const { me } = (await (await page.request.get(api('/session'))).json()) as { me: { email: string } }
    assert.equal(me.email, 'admin@example.com')
  })

  test('who declines is told so, and can try again', async () => {
    const page = await open('/log-in')
    await goToProvider(page)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('The identity provider did not log you in, or this').waitFor()
    await page.getByRole('button', { name: `Log in with ${NAME}` }).waitFor()
    assert.equal(new URL(page.url()).search, '')
    await assertAccessible(page)
  })

  test('does not log in by password, and is told how', async () => {
    const page = await open('/log-in')
    const { email, password } = portal.accounts.users.user
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/identity provider of your company/)
      .waitFor()
  })
})
