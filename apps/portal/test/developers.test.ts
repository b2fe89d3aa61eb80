import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { openDatabase } from '@heliograph/engine'
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
    const row = requests.getByRole('listitem').filter({ hasText: 'POST /sms/2/messages' }).first()
    await row.getByRole('button', { name: 'Show request' }).click()
    await row.getByRole('region', { name: 'Request body' }).getByText('{"messages":"none"}').waitFor()
    await row.getByRole('region', { name: 'Answer' }).getByText('BAD_REQUEST').waitFor()
    await requests.getByRole('switch', { name: 'Only failed requests' }).click()
    await requests.getByText('GET /sms/2/reports', { exact: true }).waitFor({ state: 'detached' })
    await assertAccessible(page)
  })

  test('they are found by interface, status, wrong field and words, and the address keeps it', async () => {
    const page = await portal.logInAs('admin', '/developers')
    const apiKey = await makeKey(page)
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const { url } = portal.gateway
    const body = JSON.stringify({
      messages: [{ destinations: [{ to: 'nobody-1' }], text: 'x' }],
      password: 'hunter-22',
    })
    await fetch(`${url}/sms/2/messages`, { method: 'POST', headers, body })
    await fetch(`${url}/api/http/main.ashx?to=nobody-1&msg=x&key=hunter-22`, { headers })
    const requests = page.getByRole('region', { name: 'Your requests' })
    const listed = requests.getByRole('listitem')
    await requests.getByLabel('Contains').fill('nobody-1')
    await listed.nth(1).waitFor()
    await requests.getByLabel('Wrong field').fill('destinations[0].to')
    await requests.getByLabel('By interface').selectOption({ label: 'REST (v2)' })
    await requests.getByLabel('Status').fill('400')
    await page.waitForURL(/status=400/)
    await page.reload()
    await listed.getByText('POST /sms/2/messages', { exact: true }).waitFor()
    await requests.getByText('GET /api/http/main.ashx', { exact: true }).waitFor({ state: 'detached' })
    await listed.getByText('messages[0].destinations[0].to', { exact: true }).waitFor()
    await listed.getByRole('button', { name: 'Show request' }).click()
    await listed.getByRole('region', { name: 'Request body' }).getByText('"password":"[redacted]"').waitFor()
    assert.deepEqual(await countRequestsWith(['nobody-1', apiKey, 'hunter-22']), [2, 0, 0], 'no secret is in the table')
  })

  test('a message leads to the request that it came by', async () => {
    const page = await portal.logInAs('admin', '/developers')
    await run('bash', ['-c', await exampleOf(page, 'curl', await makeKey(page))])
    const [{ smsId }] = (
      await portal.call<{ records: readonly { smsId: number }[] }>('admin', 'GET', '/messages?limit=1')
    ).records as [{ smsId: number }]
    await page.goto(`${portal.gateway.url}/portal/messages/${smsId}`)
    await page.getByRole('dialog').getByText('Request').getByRole('link').click()
    const requests = page.getByRole('region', { name: 'Your requests' })
    await requests.getByText('POST /sms/2/messages', { exact: true }).waitFor()
    await requests.getByRole('button', { name: /^Only .*: show all$/ }).waitFor()
  })

  test('a refused bind is among them', async () => {
    const page = await portal.logInAs('admin', '/developers')
    const { records } = await portal.call<{ records: readonly Interface[] }>('admin', 'GET', '/interfaces')
    const smpp = records.find(({ instanceId }) => instanceId === 'smpp')
    await refuseBind(smpp?.ports?.port as number, portal.accounts.users.admin.email)
    const requests = page.getByRole('region', { name: 'Your requests' })
    const bind = requests.getByRole('listitem').filter({ hasText: 'wrong-login' })
    await bind.getByText('bind', { exact: true }).waitFor()
  })

  test('the page is accessible in both themes, with a key shown', async () => {
    const page = await portal.logInAs('user', '/developers')
    await makeKey(page)
    await page.getByRole('tab', { name: 'curl' }).waitFor()
    await assertAccessible(page)
  })
})

describe('requests can be run in the page', () => {
  const region = (page: Page) => page.getByRole('region', { name: 'Run it here' })

  test('one that reads at once, with a test key, and the answer is shown with status, headers and time', async () => {
    const page = await portal.logInAs('admin', '/developers')
    const runner = region(page)
    await runner.getByLabel('Request').selectOption('GET /sms/2/reports')
    assert.ok(await runner.getByRole('button', { name: 'Send request' }).isDisabled())
    await runner.getByRole('button', { name: 'Make a test key' }).click()
    await runner.getByRole('button', { name: 'Send request' }).click()
    const answer = page.getByRole('region', { name: 'Answer', exact: true })
    await answer.getByText('200', { exact: true }).waitFor()
    await answer.getByText(/^\d+\s?ms$|^\d+([.,]\d+)?\s?s$/).waitFor()
    await answer.getByRole('region', { name: 'Headers of the answer' }).getByText('x-request-id:').waitFor()
    await answer.getByRole('region', { name: 'Body of the answer' }).getByText('"results"').waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Test' })
      .getByText(/expires/)
      .first()
      .waitFor()
    await assertAccessible(page)
  })

  test('one that sends only after its price was shown, as it was edited', async () => {
    const page = await portal.logInAs('admin', '/developers')
    const runner = region(page)
    await runner.getByRole('button', { name: 'Make a test key' }).click()
    await page.getByRole('alert').getByTestId('secret').waitFor()
    const body = runner.getByLabel('Body')
    await body.fill((await body.inputValue()).replace('"Hello"', '"Edited in the page"'))
    const before = await sent()
    await runner.getByRole('button', { name: 'Send request' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send it for real?' })
    await dialog.getByText(/recipients 1, parts 1, price /).waitFor()
    assert.equal(await sent(), before)
    await dialog.getByRole('button', { name: 'Send for real' }).click()
    const answer = page.getByRole('region', { name: 'Answer', exact: true })
    await answer.getByRole('region', { name: 'Body of the answer' }).getByText('PENDING').first().waitFor()
    assert.equal(await sent(), before + 1)
    const { records } = await portal.call<{ records: readonly { text: string }[] }>('admin', 'GET', '/messages?limit=1')
    assert.equal(records[0]?.text, 'Edited in the page')
  })

  test('with the example of every interface; a wrong key is refused there', async () => {
    const page = await portal.logInAs('admin', '/developers')
    const examples = page.getByRole('region', { name: 'Try it' })
    await examples.getByLabel('Interface').selectOption({ label: 'SOAP' })
    const runner = region(page)
    await runner.getByLabel('API key to send it with').fill('a-wrong-key')
    await runner.getByRole('button', { name: 'Send request' }).click()
    await page
      .getByRole('dialog')
      .getByText(/recipients 1, parts 1, price /)
      .waitFor()
    await page.getByRole('button', { name: 'Send for real' }).click()
    const answer = page.getByRole('region', { name: 'Answer', exact: true })
    await answer.getByRole('region', { name: 'Body of the answer' }).getByText('27821234567:ERROR').waitFor()
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
      await page.getByLabel('Interface', { exact: true }).selectOption({ label })
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
    await page.getByLabel('Interface', { exact: true }).selectOption({ label: 'SMPP' })
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

interface Interface {
  readonly instanceId: string
  readonly ports: { readonly port: number } | null
}

/** In how many rows of the log of requests each text is. */
async function countRequestsWith(texts: readonly string[]): Promise<readonly number[]> {
  const sql = openDatabase({ url: portal.gateway.databaseUrl, max: 1, applicationName: 'test' })
  try {
    return await Promise.all(
      texts.map(async (text) => {
        const rows = await sql`select from request_log where strpos(request_log::text, ${text}) > 0`
        return rows.length
      }),
    )
  } finally {
    await sql.end()
  }
}

/** Binds with a password that is not the beginning of a key; resolves once the gateway has refused. */
async function refuseBind(port: number, systemId: string): Promise<void> {
  const fields = Buffer.concat([Buffer.from(`${systemId}\0no-key\0\0`), Buffer.from([0x34, 0, 0, 0])])
  const pdu = Buffer.alloc(16)
  pdu.writeUInt32BE(16 + fields.length, 0)
  pdu.writeUInt32BE(0x09, 4)
  pdu.writeUInt32BE(1, 12)
  const socket = createConnection({ port, host: '127.0.0.1' })
  socket.write(Buffer.concat([pdu, fields]))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  assert.equal(answer.readUInt32BE(8), 0x0e)
}

async function isInstalled(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  )
}
