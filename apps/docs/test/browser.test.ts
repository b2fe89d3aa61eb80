import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readStaticFiles } from '@heliograph/wire'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../portal/test/support/chromium.ts'
import { DOCS_FILES, DOCS_POLICY } from '../src/index.ts'

// The built site in a browser, under the policy that a gateway serves it with.

/** A page of each kind: its path, and what it shows. */
const KINDS: readonly (readonly [kind: string, path: string, shows: string])[] = [
  ['start', 'index.html', 'A self-hosted SMS gateway'],
  ['concept', 'concepts/message.html', 'The life of a message'],
  ['sequence', 'concepts/receipts.html', 'Receipts and notifications'],
  ['guide of operators', 'start/install.html', 'systemd'],
  ['guide of integrators', 'integrators/webhooks.html', 'X-Signature'],
  ['guide of authors', 'authors/adapter.html', 'An adapter in an afternoon'],
  ['move', 'moving/twilio.html', '@heliograph/adapter-twilio'],
  ['commands', 'reference/commands.html', 'What doctor finds'],
  ['settings', 'reference/production.html', 'configs/gateway/production.yaml'],
  ['OpenAPI', 'reference/openapi-v2.html', 'POST /sms/2/text/single'],
  ['error codes', 'reference/errors.html', 'account-disabled'],
  ['contracts', 'reference/contracts.html', 'defineAdapter'],
]

/** Where pictures of the pages go; absent: nowhere. */
const { SCREENSHOTS } = process.env

describe('the site in a browser', () => {
  let server: Server
  let browser: Browser
  let site: string
  before(async () => {
    const files = await readStaticFiles(DOCS_FILES)
    server = createServer(({ url = '' }, response) => {
      const path = url.replace(/^\/docs\//, '') || 'index.html'
      const file = files.get(path)
      response.setHeader('content-security-policy', path.endsWith('.html') ? DOCS_POLICY : "default-src 'none'")
      response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.contentType ?? 'text/plain' })
      response.end(file?.forms.at(-1)?.octets)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    server?.close()
  })

  /** Opens a page, and collects what goes wrong on it. */
  async function open(path: string): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('request', (request) => request.url().startsWith(site) || problems.push(`asked for ${request.url()}`))
    await page.goto(site + path, { waitUntil: 'networkidle' })
    return { page, problems }
  }

  for (const [kind, path, shows] of KINDS)
    test(`${kind}: ${path} is shown without a problem`, async () => {
      const { page, problems } = await open(path)
      const text = await page.locator('main').textContent()
      assert.ok(text?.includes(shows), text?.slice(0, 500))
      assert.equal(await page.locator('main h1').count(), 1)
      assert.deepEqual(problems, [])
      if (SCREENSHOTS !== undefined) {
        await mkdir(SCREENSHOTS, { recursive: true })
        await page.screenshot({ path: join(SCREENSHOTS, `${path.replaceAll('/', '-')}.png`) })
      }
      await page.close()
    })

  test('pictures have a size and a label', async () => {
    const { page } = await open('concepts/message.html')
    const picture = page.getByRole('img', { name: /^A message is scheduled or queued/ })
    const box = await picture.boundingBox()
    assert.ok((box?.width ?? 0) > 200 && (box?.height ?? 0) > 200, JSON.stringify(box))
    await page.close()
  })

  test('the search finds pages about receipts, and leads to them', async () => {
    const { page, problems } = await open('index.html')
    await page.keyboard.press('Control+k')
    await page.locator('.VPLocalSearchBox input').fill('receipt')
    const results = page.locator('.VPLocalSearchBox .result')
    await results.first().waitFor()
    assert.ok((await results.count()) > 5)
    if (SCREENSHOTS !== undefined) await page.screenshot({ path: join(SCREENSHOTS, 'search.png') })
    await results.filter({ hasText: 'Receipts and notifications' }).first().click()
    await page.waitForURL(/concepts\/receipts\.html/)
    assert.deepEqual(problems, [])
    await page.close()
  })
})
