import assert from 'node:assert/strict'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Role, TestAccounts } from './accounts.ts'
import { buildWhenStale } from './build-when-stale.ts'
import { launchChromium } from './chromium.ts'
import type { TestGatewayOptions } from './configuration.ts'
import { startTestGateway, type TestGateway } from './gateway.ts'
import { type Watched, watchPage } from './watch-page.ts'

/** The portal of a running gateway, and a browser to look at it with. */
export interface Portal {
  readonly gateway: TestGateway
  readonly accounts: TestAccounts
  readonly browser: Browser
  /**
   * Opens a page of the portal in a browser of its own, in which this user is logged in; `path` begins after `/portal`.
   * The pages of a user share one session, so a test that logs out begins at the login page instead.
   */
  logInAs(role: Role, path?: string, options?: BrowserContextOptions): Promise<PortalPage>
  /** The same with no one logged in. */
  open(path?: string, options?: BrowserContextOptions): Promise<PortalPage>
  /** Calls the API with the key of this user, to create data for a test. Fails unless it works. */
  call<T>(role: Role, method: string, path: string, body?: unknown): Promise<T>
}

export interface StartedPortal extends Portal {
  /** Closes the pages that are open. Throws when one of them misbehaved. */
  closePages(): Promise<void>
  stop(): Promise<void>
}

/** A page of playwright, and what was seen of its misbehaviour. */
export type PortalPage = Page & { readonly watched: Watched }

const HABITS: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'Africa/Johannesburg',
  reducedMotion: 'reduce',
}

/** Starts a gateway with accounts, and a browser; the pages are built first when they are out of date. */
export async function startPortal(options: TestGatewayOptions = {}): Promise<StartedPortal> {
  buildWhenStale()
  const gateway = await startTestGateway(options)
  try {
    return createPortal(gateway, await launchChromium())
  } catch (error) {
    await gateway.stop()
    throw error
  }
}

function createPortal(gateway: TestGateway, browser: Browser): StartedPortal {
  const { accounts } = gateway
  const contexts: BrowserContext[] = []
  const watched: Watched[] = []
  const sessions: Partial<Record<Role, Promise<StorageState>>> = {}

  async function openPage(path: string, more: BrowserContextOptions): Promise<PortalPage> {
    const context = await browser.newContext({ ...HABITS, ...more })
    contexts.push(context)
    const page = await context.newPage()
    const own = watchPage(page, gateway.url)
    watched.push(own)
    await page.goto(`${gateway.url}/portal${path}`)
    return Object.assign(page, { watched: own })
  }

  return {
    gateway,
    accounts,
    browser,
    open: (path = '/', more = {}) => openPage(path, more),
    async logInAs(role, path = '/', more = {}) {
      sessions[role] ??= logIn(gateway, accounts, browser, role)
      return openPage(path, { ...more, storageState: await sessions[role] })
    },
    async call(role, method, path, body) {
      const response = await fetch(`${gateway.url}/portal/api/1${path}`, {
        method,
        headers: { 'x-api-key': accounts.users[role].apiKey, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
      return (text === '' ? undefined : JSON.parse(text)) as never
    },
    async closePages() {
      for (const context of contexts.splice(0)) await context.close()
      for (const page of watched.splice(0)) page.assertClean(gateway.errors)
    },
    async stop() {
      await browser.close()
      await gateway.stop()
    },
  }
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Logs in by password, as users do. Resolves with the cookie that the gateway set. */
async function logIn(
  gateway: TestGateway,
  accounts: TestAccounts,
  browser: Browser,
  role: Role,
): Promise<StorageState> {
  const context = await browser.newContext()
  try {
    const { email, password } = accounts.users[role]
    const answer = await context.request.post(`${gateway.url}/portal/api/1/log-in`, { data: { email, password } })
    assert.equal(answer.status(), 200, await answer.text())
    return await context.storageState()
  } finally {
    await context.close()
  }
}
