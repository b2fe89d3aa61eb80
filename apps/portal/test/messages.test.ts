import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openDatabase } from '@heliograph/engine'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import type { PortalPage } from './support/portal.ts'
import { portalForFile } from './support/portal.ts'

const portal = portalForFile()
const IN_A_DAY = () => new Date(Date.now() + 86_400_000).toISOString()

interface Draft {
  readonly to?: string
  readonly text?: string
  readonly sendAt?: string
  readonly bulkId?: string
  readonly metadata?: object
}

/** Sends a message over v2, as a program of the client would, and resolves with its number. */
async function send({ to = '27831110001', text = 'Hello', sendAt, bulkId, metadata }: Draft = {}): Promise<number> {
  const { accounts, gateway } = portal
  const response = await fetch(`${gateway.url}/sms/2/messages`, {
    method: 'POST',
    headers: { authorization: accounts.users.user.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ bulkId, messages: [{ destinations: [{ to }], text, sendAt, metadata }] }),
  })
  const { messages } = (await response.json()) as { messages: readonly { messageId: string }[] }
  const path = `/messages?messageId=${messages[0]?.messageId}`
  const { records } = await portal.call<{ records: readonly { smsId: number }[] }>('user', 'GET', path)
  return records[0]?.smsId as number
}

/** As a network that reports reads does it; the simulated one does not. */
async function noteRead(smsId: number): Promise<void> {
  const sql = openDatabase({ url: portal.gateway.databaseUrl, max: 1, applicationName: 'test' })
  await sql`
    insert into message_history (sms_id, at, kind, link, attempt, part, state, network_status)
    values (${smsId}::bigint, now(), 'report', '', 1, 1, 'read', 'READ')`
  await sql.end()
}

const list = (page: PortalPage) => page.getByRole('region', { name: 'Messages, newest first' })
const drawer = (page: PortalPage) => page.getByRole('dialog')

describe('the list of messages', () => {
  test('is narrowed by what is typed, and the address says so', async () => {
    await send({ to: '27831110002', text: 'Your table is ready' })
    await send({ to: '27831110003', text: 'Another text' })
    const page = await portal.logInAs('user', '/messages')
    await list(page).getByText('Another text').waitFor()
    await page.getByRole('searchbox', { name: 'Search for' }).fill('083 111 0002')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\?to=/)
    await list(page).getByText('Your table is ready').waitFor()
    await list(page).getByText('Another text').waitFor({ state: 'detached' })
    await page.reload()
    await list(page).getByText('Your table is ready').waitFor()
    await assertShows(() => list(page).getByRole('listitem').count(), 1)
    await page.getByRole('button', { name: 'Remove the filter Recipient: 083 111 0002' }).click()
    await list(page).getByText('Another text').waitFor()
  })

  test('is narrowed by a part of the text, a state and an interface', async () => {
    await send({ text: 'Tomorrow at noon', sendAt: IN_A_DAY() })
    await send({ text: 'Today at noon' })
    const page = await portal.logInAs('user', '/messages?text=AT%20NOON')
    await list(page).getByText('Today at noon').waitFor()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Scheduled' }).click()
    await page.waitForURL(/state=scheduled/)
    await list(page).getByText('Today at noon').waitFor({ state: 'detached' })
    await list(page).getByText('Tomorrow at noon').waitFor()
    await page.goto(`${portal.gateway.url}/portal/messages?origin=smpp`)
    await page.getByText('No matching messages').waitFor()
  })

  test('shows a text from outside as the text it is', async () => {
    const text = '<img src=x onerror="document.title=1"><script>alert(1)</script>'
    const smsId = await send({ text })
    const page = await portal.logInAs('user', `/messages/${smsId}`)
    await drawer(page).getByText(text, { exact: true }).waitFor()
    await assertShows(() => page.locator('img[src=x]').count(), 0)
  })

  test('shows the metadata that came with it', async () => {
    const smsId = await send({ text: 'Order 7', metadata: { order: 7, '<b>': ['x'] } })
    const page = await portal.logInAs('user', `/messages/${smsId}`)
    await drawer(page).getByText('Metadata').waitFor()
    await assertShows(async () => {
      const shown = await drawer(page).locator('dd code').allTextContents()
      return shown.map((text) => JSON.parse(text) as unknown)
    }, [{ order: 7, '<b>': ['x'] }])
  })

  test('loads on as it is scrolled', async () => {
    const destinations = Array.from({ length: 250 }, (_, index) => ({ to: `2783222${String(index).padStart(4, '0')}` }))
    const response = await fetch(`${portal.gateway.url}/sms/2/messages`, {
      method: 'POST',
      headers: { authorization: portal.accounts.users.user.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ bulkId: 'many', messages: [{ destinations, text: 'To many' }] }),
    })
    assert.equal(response.status, 200)
    const page = await portal.logInAs('user', '/messages?bulkId=many')
    await list(page).getByText('27832220249').waitFor()
    await list(page).focus()
    const end = list(page).getByText('27832220000')
    while ((await end.count()) === 0) await page.keyboard.press('End')
    await end.waitFor()
  })

  test('is a file on request', async () => {
    await send({ text: '=1+1', to: '27831110009', bulkId: 'exported' })
    await send({ text: 'second', to: '27831110009', bulkId: 'exported' })
    const page = await portal.logInAs('user', '/messages?bulkId=exported')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await (await download).path()
    await page.getByText('2 messages exported').waitFor()
    const text = await readFile(file, 'utf8')
    assert.equal(text.trim().split('\r\n').length, 3)
    assert.ok(text.includes(`,'=1+1,`), text)
  })

  test('an operator sees the messages of all clients', async () => {
    await send({ text: 'Of Acme' })
    const page = await portal.logInAs('operator', '/messages')
    await list(page).getByText('Of Acme').first().waitFor()
  })
})

describe('one message', () => {
  test('tells what happened to it, down to the report of the network', async () => {
    const smsId = await send({ text: 'Look into this one' })
    const page = await portal.logInAs('user', '/messages')
    await list(page).getByText('Look into this one').click()
    await page.waitForURL(new RegExp(`/messages/${smsId}`))
    await drawer(page).getByText('Delivery report').waitFor()
    for (const text of ['Accepted', 'Answered by the network', 'DELIVRD'])
      await drawer(page).getByText(text).first().waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/messages$/)
  })

  test('tells that its recipient has read it', async () => {
    const smsId = await send({ text: 'Read this' })
    await noteRead(smsId)
    const page = await portal.logInAs('user', `/messages/${smsId}`)
    await drawer(page).getByText('Read by the recipient').waitFor()
  })

  test('is sent again', async () => {
    const smsId = await send({ text: 'Once more' })
    const page = await portal.logInAs('user', `/messages/${smsId}`)
    await drawer(page).getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sent again as a new message').waitFor()
    await page.waitForURL((url) => !url.pathname.endsWith(String(smsId)))
    await drawer(page).getByText('Once more').waitFor()
    await drawer(page).getByText('Delivered').first().waitFor()
  })

  test('is cancelled while it waits, and sent after all', async () => {
    const smsId = await send({ text: 'Not yet', sendAt: IN_A_DAY() })
    const page = await portal.logInAs('user', `/messages/${smsId}`)
    await drawer(page).getByRole('button', { name: 'Cancel' }).click()
    await drawer(page).getByText('Cancelled').first().waitFor()
    await page.getByRole('button', { name: 'Send it after all' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(String(smsId)))
    await drawer(page).getByText('Scheduled', { exact: true }).first().waitFor()
  })

  test('is moved to another time', async () => {
    const smsId = await send({ text: 'Later', sendAt: IN_A_DAY() })
    const path = `/messages/${smsId}`
    const scheduled = async () => (await portal.call<{ scheduledAt: string }>('user', 'GET', path)).scheduledAt
    const before = await scheduled()
    const page = await portal.logInAs('user', path)
    await drawer(page).getByRole('button', { name: 'Reschedule' }).click()
    await page.getByLabel('Send at').fill('in 3 days at 8.15pm')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The message has been rescheduled').waitFor()
    assert.notEqual(await scheduled(), before)
  })

  test('of another client is not shown', async () => {
    const smsId = await send()
    const page = await portal.logInAs('user', `/messages/${smsId + 999_999}`)
    page.watched.expectConsole(/status of 404/)
    await drawer(page).getByRole('alert').waitFor()
  })
})

test('the list is accessible and fits a phone', async () => {
  await send()
  const page = await portal.logInAs('user', '/messages', { viewport: { width: 390, height: 844 } })
  await list(page).getByRole('listitem').first().waitFor()
  await assertAccessible(page)
  await assertShows(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
})

test('what came in is listed alone or with what was sent, leads to its conversation, and is exported', async () => {
  const from = '27835557710'
  const receive = (text: string) =>
    portal.gateway.run('simulate', 'incoming', '--from', from, '--to', portal.accounts.number, '--text', text)
  await receive('Do you take cards?')
  await portal.call('user', 'POST', '/send', { recipients: [`+${from}`], text: 'Yes, all cards' })
  const page = await portal.logInAs('user', '/messages?filters=true')
  const row = (text: string) => page.getByRole('link').filter({ hasText: text })
  await row('Yes, all cards').waitFor()
  await page.getByRole('combobox', { name: 'Direction' }).click()
  await page.getByRole('option', { name: 'Sent and received' }).click()
  await page.waitForURL(/direction=both/)
  await row('Do you take cards?').waitFor()
  await row('Yes, all cards').waitFor()
  await receive('And cash?')
  await row('And cash?').waitFor()
  await page.getByRole('combobox', { name: 'Direction' }).click()
  await page.getByRole('option', { name: 'Received', exact: true }).click()
  await row('Yes, all cards').waitFor({ state: 'detached' })
  await row('Do you take cards?').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  assert.match((await download).suggestedFilename(), /^messages-received-/)
  await row('Do you take cards?').click()
  await page.waitForURL(new RegExp(`/inbox/${from}`))
})
