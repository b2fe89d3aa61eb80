import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'

const run = promisify(execFile)

const portal = portalForFile({
  instances: {
    basic: { use: '@heliograph/adapter-basic' },
    soap: { use: '@heliograph/adapter-soap' },
    smpp: { use: '@heliograph/adapter-smpp', config: { port: 0, host: '127.0.0.1' } },
  },
})

/** Creates a key on the page and resolves with it. */
async function makeKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create a key', exact: true }).click()
  return (await page.getByTestId('secret').textContent()) ?? ''
}

/** The text in a tab of the examples, once the key is in it. */
async function exampleOf(page: Page, language: string, apiKey: string): Promise<string> {
  await page.getByRole('tab', { name: language, exact: true }).click()
  const code = page.getByRole('region', { name: language, exact: true })
  await code.getByText(apiKey).waitFor()
  return (await code.textContent()) ?? ''
}

const sent = async () =>
  (await portal.call<{ records: readonly unknown[] }>('admin', 'GET', '/messages')).records.length

describe('API keys', () => {
  test('are shown once, copied, work at once, and are removed', async () => {
    const page = await portal.logInAs('admin', '/developers', { permissions: ['clipboard-read', 'clipboard-write'] })
    const apiKey = await makeKey(page)
    assert.match(apiKey, /^[A-Za-z0-9]{40}$/)
    await page.getByRole('alert').getByRole('button', { name: 'Copy' }).click()
    await assertShows(() => page.evaluate('navigator.clipboard.readText()'), apiKey)
    const curl = await exampleOf(page, 'curl', apiKey)
    const { stdout } = await run('bash', ['-c', curl])
    assert.equal(JSON.parse(stdout).messages[0].status.groupName, 'PENDING')

    await page.reload()
    const removes = page.getByRole('button', { name: /^Remove key / })
    await removes.last().click()
    assert.ok(!(await page.content()).includes(apiKey))
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
    await page.getByText('The key was removed').waitFor()
    const refused = await fetch(`${portal.gateway.url}/sms/2/reports`, { headers: { 'x-api-key': apiKey } })
    assert.equal(refused.status, 401)
  })

  test('have a name and an end where they were given one, and say whether they are in use', async () => {
    const page = await portal.logInAs('admin', '/developers')
    await page.getByLabel('Name (optional)').fill('Till 2')
    await page.getByLabel('Expires').selectOption('After 90 days')
    await makeKey(page)
    const key = page.getByRole('listitem').filter({ hasText: 'Till 2' })
    await key.getByText(/^for sending, created .*, expires /).waitFor()
    await key.getByText('not used yet').waitFor()
    await assertShows(() => page.getByLabel('Name (optional)').inputValue(), '')
  })

  test('requests made with them are followed, with what was wrong and what to do about it', async () => {
    const page = await portal.logInAs('admin', '/developers')
    const apiKey = await makeKey(page)
    const requests = page.getByRole('region', { name: 'Your requests' })
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const { url } = portal.gateway
    await fetch(`${url}/sms/2/reports?limit=1`, { headers })
    await requests.getByText('GET /sms/2/reports', { exact: true }).waitFor()
    await fetch(`${url}/sms/2/messages`, { method: 'POST', headers, body: '{"messages":"none"}' })
    await fetch(`${url}/api/http/main.ashx?to=nobody&msg=`, { headers })
    await requests
      .getByText(/Correct what the message names/)
      .nth(1)
      .waitFor()
    await requests.getByText('POST /sms/2/messages', { exact: true }).first().waitFor()
    await requests.getByText('GET /api/http/main.ashx', { exact: true }).waitFor()
    const shown = await requests.textContent()
    assert.ok(!(shown ?? '').includes(apiKey))
    await requests.getByRole('switch', { name: 'Only failed requests' }).click()
    await requests.getByText('GET /sms/2/reports', { exact: true }).waitFor({ state: 'detached' })
    await assertAccessible(page)
  })

  test('the page is accessible in both themes, with a key shown', async () => {
    const page = await portal.logInAs('user', '/developers')
    await makeKey(page)
    await page.getByRole('tab', { name: 'curl' }).waitFor()
    await assertAccessible(page)
  })
})

describe('examples', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-examples-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const PROGRAMS = [
    ['Node', 'send.mjs', process.execPath],
    ['Python', 'send.py', 'python3'],
    ['PHP', 'send.php', 'php'],
  ] as const
  for (const [language, file, command] of PROGRAMS) {
    test(`the program in ${language} sends a message as it stands`, async (context) => {
      if (!(await isInstalled(command))) return context.skip(`${command} is not installed`)
      const page = await portal.logInAs('admin', '/developers')
      const code = await exampleOf(page, language, await makeKey(page))
      assert.ok(code.includes(portal.accounts.number), 'it sends from the own channel')
      await writeFile(join(folder, file), code)
      const before = await sent()
      const { stdout } = await run(command, [join(folder, file)])
      assert.match(stdout, /^\S+ PENDING_\w+\n$/)
      assert.equal(await sent(), before + 1)
    })
  }

  test('the command of each interface works as it stands', async () => {
    const page = await portal.logInAs('admin', '/developers')
    const apiKey = await makeKey(page)
    for (const [label, answer] of [
      ['Basic HTTP', /^success\|\d+:27821234567:PENDING/],
      ['SOAP', /sendsmsResponse/],
    ] as const) {
      await page.getByLabel('Interface').selectOption({ label })
      const { stdout } = await run('bash', ['-c', await exampleOf(page, 'curl', apiKey)])
      assert.match(stdout, answer)
    }
    const wsdl = await page.getByRole('link', { name: 'WSDL' }).getAttribute('href')
    assert.match(await (await fetch(wsdl as string)).text(), /<wsdl:definitions|<definitions/)
  })

  test('what was sent shows on the page with what became of it', async () => {
    const page = await portal.logInAs('admin', '/developers')
    const code = await exampleOf(page, 'curl', await makeKey(page))
    const latest = page.getByRole('region', { name: 'Latest messages' }).getByRole('listitem')
    await latest.first().waitFor()
    const before = (await latest.first().getAttribute('data-testid')) ?? ''
    await run('bash', ['-c', code])
    await page.waitForFunction(
      (earlier) => document.querySelector('[data-testid^="latest-"]')?.getAttribute('data-testid') !== earlier,
      before,
    )
    await latest.first().getByText('v2 → 27821234567').waitFor()
    await latest.first().getByText('Delivered').waitFor()
  })

  test('SMPP clients are told everything they need', async () => {
    const page = await portal.logInAs('admin', '/developers')
    const apiKey = await makeKey(page)
    await page.getByLabel('Interface').selectOption({ label: 'SMPP' })
    const settings = page.getByRole('table', { name: 'Settings' })
    await settings.getByRole('row', { name: `Password ${apiKey.slice(0, 8)}` }).waitFor()
    await settings.getByRole('row', { name: `System ID ${portal.accounts.users.admin.email}` }).waitFor()
    await page.getByRole('tab', { name: 'Kannel' }).click()
    await page
      .getByRole('region', { name: 'Kannel' })
      .getByText(`smsc-password = ${apiKey.slice(0, 8)}`)
      .waitFor()
    await assertAccessible(page)
  })
})

async function isInstalled(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  )
}
