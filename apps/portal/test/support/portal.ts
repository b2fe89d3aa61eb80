import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { makeAccounts, type Role, type TestAccounts } from './accounts.ts'
import { buildWhenStale } from './build-when-stale.ts'
import { launchChromium } from './chromium.ts'
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './gateway.ts'
import { type Watched, watchPage } from './watch-page.ts'

/** The portal of a running gateway, and a browser to look at it with. */
export interface Portal {
  readonly gateway: TestGateway
  readonly accounts: TestAccounts
  readonly browser: Browser
  /**
   * Opens a page of the portal in a browser of its own where this user is logged in; `path` begins after `/portal`. The pages of a user share one session,
   * so a test that logs out begins at the log-in page instead.
   */
  logInAs(role: Role, path?: string, options?: BrowserContextOptions): Promise<PortalPage>
  /** The same where nobody is. */
  open(path?: string, options?: BrowserContextOptions): Promise<PortalPage>
  /** Calls the API with the key of this user, for what a test has to find there. Fails unless it works. */
  call<T>(role: Role, method: string, path: string, body?: unknown): Promise<T>
}

/** What playwright calls a page, and what was seen of its misbehaviour. */
export type PortalPage = Page & { readonly watched: Watched }

interface Started {
  readonly gateway: TestGateway
  readonly accounts: TestAccounts
  readonly browser: Browser
}

const HABITS: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'Africa/Johannesburg',
  reducedMotion: 'reduce',
}

/**
 * The portal for the tests of a file: started before the first one and stopped after the last. After each test it fails if a page had an error in the
 * console, violated the Content-Security-Policy or asked another host for something.
 */
export function portalForFile(options: TestGatewayOptions = {}): Portal {
  const contexts: BrowserContext[] = []
  const watched: Watched[] = []
  let started: Started | undefined
  const sessions: Partial<Record<Role, ReturnType<typeof logIn>>> = {}
  const running = () => {
    assert.ok(started, 'the portal has not been started')
    return started
  }

  before(async () => {
    buildWhenStale()
    const gateway = await startTestGateway(options)
    try {
      started = { gateway, accounts: await makeAccounts(gateway), browser: await launchChromium() }
    } catch (error) {
      await gateway.stop()
      throw error
    }
  })

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    for (const page of watched.splice(0)) page.assertClean()
  })

  after(async () => {
    await started?.browser.close()
    await started?.gateway.stop()
  })

  async function openPage(path: string, more: BrowserContextOptions): Promise<PortalPage> {
    const { browser, gateway } = running()
    const context = await browser.newContext({ ...HABITS, ...more })
    contexts.push(context)
    const page = await context.newPage()
    const own = watchPage(page, gateway.url)
    watched.push(own)
    await page.goto(`${gateway.url}/portal${path}`)
    return Object.assign(page, { watched: own })
  }

  return {
    get gateway() {
      return running().gateway
    },
    get accounts() {
      return running().accounts
    },
    get browser() {
      return running().browser
    },
    open: (path = '/', more = {}) => openPage(path, more),
    async logInAs(role, path = '/', more = {}) {
      sessions[role] ??= logIn(running(), role)
      return openPage(path, { ...more, storageState: await sessions[role] })
    },
    async call(role, method, path, body) {
      const { gateway, accounts } = running()
      const response = await fetch(`${gateway.url}/portal/api/1${path}`, {
        method,
        headers: { 'x-api-key': accounts.users[role].apiKey, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
      return (text === '' ? undefined : JSON.parse(text)) as never
    },
  }
}

/** Logs in by password, as people do. Resolves to the cookie that the gateway gave. */
async function logIn({ browser, gateway, accounts }: Started, role: Role) {
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
