import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '@heliograph/engine'
import { startFakeSmsc } from '@heliograph/testkit'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { findUndo } from './support/find-undo.ts'
import { goTo } from './support/go-to.ts'
import { portalForFile } from './support/portal.ts'

const smsc = await startFakeSmsc()
after(() => smsc.stop())

const portal = portalForFile({
  instances: {
    operator: {
      use: '@heliograph/carrier-smpp',
      config: {
        links: {
          main: {
            hosts: [`127.0.0.1:${smsc.port}`],
            systemId: 'gateway',
            password: 'Kd83mQ',
            keepPdus: { count: 50, texts: true },
            // So that the bind remains the last that was said.
            enquireLinkMs: 0,
          },
        },
      },
    },
  },
  sections: {
    routes: {
      default: { links: ['simulator'] },
      german: { links: [{ link: 'simulator', weight: 2 }] },
      british: { links: ['operator'] },
    },
    routing: [
      { name: 'Germany', when: { country: ['DE'], priority: ['BULK'] }, route: 'german' },
      { when: { to: ['49'] }, route: 'german' },
      { when: { to: ['44'] }, route: 'british' },
    ],
  },
})

const PHONE = { viewport: { width: 390, height: 844 } }

test('a number is explained: the rules that fit and those that do not, the route, its links', async () => {
  const page = await portal.logInAs('operator', '/operator/routing')
  await page.getByLabel('Recipient').fill('+49 170 1234567')
  await page.getByRole('button', { name: 'Explain' }).click()
  const explanation = page.getByTestId('explanation')
  await explanation.getByText('491701234567 is in Germany.').waitFor()
  await explanation.getByText('The message takes the route german.').waitFor()
  await explanation.getByText('Germany does not match: priority').waitFor()
  await explanation.getByText('Rule 2 matches').waitFor()
  await explanation.getByText('simulator/main', { exact: true }).waitFor()
  await page.getByLabel('Recipient').fill('nobody')
  page.watched.expectConsole(/400/)
  await page.getByRole('button', { name: 'Explain' }).click()
  await page.getByText('must be a phone number in international form').waitFor()
})

/** The state of the message, according to the gateway's own command. */
async function stateOf(smsId: number): Promise<string> {
  return (await portal.gateway.run<{ state: string }>('message', 'show', String(smsId))).state
}

/** Asks until it is; the time limit of the test ends it. */
async function stateBecomes(smsId: number, state: RegExp): Promise<void> {
  while (!state.test(await stateOf(smsId))) await setTimeout(100)
}

test('a link is paused: what is sent waits; it is resumed by undo: it goes', async () => {
  const page = await portal.logInAs('operator', '/operator/links')
  const card = page.getByRole('listitem', { name: 'simulator/main' })
  await card.getByText('Up', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Pause simulator/main' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause simulator/main?' })
  await dialog.getByText(/^It is the last link that takes messages for: default, german\./).waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Pause it' }).click()
  const undo = await findUndo(page)
  await card.getByText('Paused', { exact: true }).waitFor()
  await card.getByText(/^Paused by operator@example.com since/).waitFor()
  const send = ['--key', portal.accounts.users.user.apiKey, '--to', '0821110001', '--text', 'Hello']
  const { smsId } = await portal.gateway.run<{ smsId: number }>('send', ...send)
  await card.getByText('Waiting NORMAL').waitFor()
  assert.equal(await stateOf(smsId), 'queued')
  await undo.click()
  await card.getByRole('button', { name: 'Pause simulator/main' }).waitFor()
  await card.getByText('Waiting NORMAL').waitFor({ state: 'detached' })
  assert.match(await stateOf(smsId), /^(submitted|delivered)$/)
  await page.goto(`${portal.gateway.url}/portal/account/audit-log`)
  const log = page.getByRole('region', { name: 'Audit log' })
  await log.getByText('Link paused').waitFor()
  await log.getByText('Link resumed').waitFor()
  await assertShows(() => log.getByText('link simulator/main').count(), 2)
})

test('all sending is held, and goes on when it is resumed', async () => {
  const page = await portal.logInAs('operator', '/operator/sending')
  await page.getByText('Nothing is on hold.').waitFor()
  await page.getByRole('button', { name: 'Hold sending' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('the network asked for it')
  await dialog.getByRole('button', { name: 'Hold sending' }).click()
  await page.getByText('the network asked for it', { exact: true }).waitFor()
  const send = ['--key', portal.accounts.users.user.apiKey, '--to', '0821110002', '--text', 'Held']
  const { smsId } = await portal.gateway.run<{ smsId: number }>('send', ...send)
  assert.equal(await stateOf(smsId), 'queued')
  await page.getByRole('button', { name: 'Resume: All sending' }).click()
  await page.getByText('Nothing is on hold.').waitFor()
  await stateBecomes(smsId, /^(submitted|delivered)$/)
})

test('a route that no configuration has cannot be held', async () => {
  const page = await portal.logInAs('operator', '/operator/sending')
  page.watched.expectConsole(/404/)
  await page.getByRole('button', { name: 'Hold sending' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('A route', { exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Route' }).fill('nowhere')
  await dialog.getByRole('button', { name: 'Hold sending' }).click()
  await dialog.getByText('There is no route nowhere').waitFor()
})

test('a message that may have been sent waits for a decision, and is settled', async () => {
  smsc.script({ drop: 'middle', receipt: false })
  const send = ['--key', portal.accounts.users.user.apiKey, '--to', '+447700900123', '--text', 'Perhaps']
  const { smsId } = await portal.gateway.run<{ smsId: number }>('send', ...send)
  await stateBecomes(smsId, /^unknown$/)
  const page = await portal.logInAs('operator', '/operator/sending')
  const what = 'Acme Ltd, route british'
  await page.getByRole('button', { name: `Decide: ${what}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('They were not sent', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await page.getByText('The outcome of every message is known').waitFor()
  assert.equal(await stateOf(smsId), 'cancelled')
})

test('what a link did in the last hour is seen in small charts', async () => {
  const sql = openDatabase({ url: portal.gateway.databaseUrl, max: 1, applicationName: 'test' })
  await sql`
    insert into link_minute (link, minute, taken, failed, outstanding, window_parts)
    select 'operator/main', date_trunc('minute', now()) - count * interval '1 minute', count, 1, 4, 10
    from generate_series(5, 50) as count`
  await sql.end()
  const page = await portal.logInAs('operator', '/operator/links')
  const charts = page.getByRole('listitem', { name: 'operator/main' }).getByRole('group', { name: 'last hour' })
  await charts.getByRole('img', { name: /^Throughput, last hour: up to 50 a minute$/ }).waitFor()
  await charts.getByRole('img', { name: /^Window, last hour: up to 4 of \d+$/ }).waitFor()
  await charts.getByRole('img', { name: /^Errors, last hour: 4\d in all$/ }).waitFor()
  await assertAccessible(page)
})

test('what a link and its SMSC said last is seen on a phone, newest first, without the password', async () => {
  const page = await portal.logInAs('operator', '/operator/links', PHONE)
  const card = page.getByRole('listitem', { name: 'operator/main' })
  await card.getByRole('button', { name: /^Last PDUs: \d+$/ }).click()
  const pdus = card.getByRole('list').getByRole('listitem')
  await pdus.nth(1).getByText('bind_transceiver', { exact: true }).waitFor()
  await pdus.nth(0).getByText('bind_transceiver_resp', { exact: true }).waitFor()
  const said = (await pdus.nth(1).textContent()) ?? ''
  assert.match(said, /password: \*\*\*/)
  assert.match(said, /[0-9a-f]{32}6761746577617900\*{12}00/)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= PHONE.viewport.width, `the page is ${width} px wide`)
  await assertAccessible(page)
})

describe('clients', () => {
  test('one is added with credit, given more and a number; the ledger tells it', async () => {
    const page = await portal.logInAs('operator', '/operator/clients')
    await page.getByRole('button', { name: 'Add client' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('<b>Bold</b> & Sons')
    await form.getByLabel('Prepaid credit').fill('100')
    await form.getByLabel('Price per part').fill('0.125')
    await form.getByRole('button', { name: 'Add client' }).click()
    await page.getByRole('heading', { name: '<b>Bold</b> & Sons', level: 1 }).waitFor()
    await page.getByLabel('Amount').fill('25.50')
    await page.getByLabel('Reason').fill('Invoice 17')
    await page.getByRole('button', { name: 'Add credit' }).click()
    await page.getByTestId('credit').getByText('125.50').waitFor()
    const ledger = page.getByRole('region', { name: 'Ledger' })
    await ledger.getByText('Invoice 17').waitFor()
    await ledger.getByText('Opening balance').waitFor()
    await assertShows(() => ledger.getByText(/operator@example.com/).count(), 2)
    await page.getByLabel('Number or sender').fill('+27 82 999 0001')
    await page.getByRole('button', { name: 'Add channel' }).click()
    await assertShows(async () => (await page.getByTestId('secret').textContent())?.length, 64)
    await page.getByText('27829990001', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('27829990001', { exact: true }).waitFor()
    await assertShows(() => page.getByTestId('secret').count(), 0)
  })

  test('one gets number, user, key and credit in one go, with what to hand over, in three clicks', async () => {
    const page = await portal.logInAs('operator', '/operator/clients', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    let clicks = 0
    const click = async (target: Locator) => {
      clicks += 1
      await target.click()
    }
    await click(page.getByRole('button', { name: 'Add client' }))
    const form = page.getByRole('dialog', { name: 'Add client' })
    await form.getByLabel('Name').fill('At once Ltd')
    await form.getByLabel('Prepaid credit').fill('50')
    await form.getByLabel('Price per part').fill('0.25')
    await form.getByLabel('Number or sender').fill('+27 82 999 0042')
    await form.getByLabel('E-mail of its first user').fill('Ann@At-once.example')
    await assertAccessible(page)
    await click(form.getByRole('button', { name: 'Add client' }))
    const handOver = page.getByRole('dialog', { name: 'To hand over' })
    const text = handOver.getByRole('region', { name: 'To hand over' })
    await text.getByText('First password:').waitFor()
    await click(handOver.getByRole('button', { name: 'Copy' }).first())
    assert.equal(clicks, 3)
    await assertAccessible(page)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const [, password] = /^First password: (\S+)$/m.exec(copied) ?? []
    const [, apiKey] = /^API key: (\S{40})$/m.exec(copied) ?? []
    assert.match(copied, new RegExp(`^curl .*${apiKey}`, 'm'))
    const logIn = await fetch(`${portal.gateway.url}/portal/api/1/log-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@at-once.example', password }),
    })
    assert.equal(logIn.status, 200)
    const sent = await fetch(`${portal.gateway.url}/sms/2/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey as string },
      body: JSON.stringify({ messages: [{ destinations: [{ to: '27821110009' }], text: 'Hi', from: '27829990042' }] }),
    })
    const { messages } = (await sent.json()) as { messages: readonly { status: { groupName: string } }[] }
    assert.equal(messages[0]?.status.groupName, 'PENDING')
    await handOver.getByRole('button', { name: 'Open client' }).click()
    await page.getByRole('heading', { name: 'At once Ltd', level: 1 }).waitFor()
    await page.getByTestId('credit').getByText('49.75').waitFor()
    await page.getByText('ann@at-once.example', { exact: true }).waitFor()
  })

  test('one is changed, disabled, and enabled again by undo', async () => {
    const { clientId } = await portal.call<{ clientId: number }>('operator', 'POST', '/clients', { name: 'Before' })
    const page = await portal.logInAs('operator', `/operator/clients/${clientId}`)
    await page.getByLabel('Name').fill('After')
    await page.getByLabel('Country').fill('de')
    await page.getByLabel('Requests per minute').fill('7')
    await page.getByLabel('Days messages are kept').fill('30')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'After', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Disable' }).click()
    const undo = await findUndo(page)
    await page.getByRole('button', { name: 'Enable' }).waitFor()
    await undo.click()
    await page.getByRole('button', { name: 'Disable' }).waitFor()
    const changed = await portal.call<Record<string, unknown>>('operator', 'GET', `/clients/${clientId}`)
    const { name, country, rateLimit, retentionDays, enabled } = changed
    assert.deepEqual([name, country, rateLimit, retentionDays, enabled], ['After', 'DE', 7, 30, true])
  })

  test('500 of them are scrolled through and searched', async (context) => {
    for (let first = 0; first < 500; first += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          portal.call('operator', 'POST', '/clients', { name: `Customer ${first + n}`, price: '0.05' }),
        ),
      )
    const page = await portal.logInAs('operator', '/operator/clients')
    const list = page.getByRole('region', { name: 'Clients' })
    await list.getByRole('link').first().waitFor()
    const tasks = await scrollToEnd(page)
    await list.getByText('Customer 499').waitFor()
    const inPage = await list.getByRole('listitem').count()
    assert.ok(inPage < 100, 'only what shows is in the page')
    context.diagnostic(`longest task while scrolling: ${Math.round(Math.max(0, ...tasks))} ms`)
    await page.getByRole('searchbox', { name: 'Find by name or ID' }).fill('customer 321')
    await page.getByText('1 client', { exact: true }).waitFor()
    await list.getByRole('link', { name: /Customer 321/ }).click()
    await page.getByRole('heading', { name: 'Customer 321' }).waitFor()
    await page.goBack()
    await assertShows(() => page.getByRole('searchbox').inputValue(), 'customer 321')
  })
})

/** Scrolls the list of clients to its end. Resolves with the durations of the tasks that took longer than 50 ms. */
function scrollToEnd(page: Page): Promise<readonly number[]> {
  return page.evaluate(async () => {
    const tasks: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    })
    observer.observe({ type: 'longtask' })
    const area = document.querySelector('[role=region][aria-label=Clients]') as HTMLElement
    while (!area.textContent.includes('Customer 499')) {
      area.scrollBy(0, 400)
      await new Promise(requestAnimationFrame)
    }
    for (const { duration } of observer.takeRecords()) tasks.push(duration)
    observer.disconnect()
    return tasks
  })
}

test('instances show their health, and their configuration without secrets', async () => {
  const page = await portal.logInAs('operator', '/operator/instances')
  await page.getByRole('textbox', { name: 'Find an instance' }).fill('simul')
  const control = page.getByRole('button', { name: /simulator/ })
  await control.getByText('Healthy').waitFor()
  await control.click()
  await page.getByRole('region', { name: 'Configuration: simulator' }).getByText('"receiptDelayMs": 50').waitFor()
})

test('nodes show what they do, and the database answers', async () => {
  const page = await portal.logInAs('operator', '/operator/nodes')
  const node = page.getByRole('main').getByRole('listitem').first()
  await node.getByText(/dispatch/).waitFor()
  await node.getByText('simulator/main').waitFor()
  await page.getByText(/^[\d,]+ of [\d,]+$/).waitFor()
})

test("an incoming SMS to nobody's number shows as text", async () => {
  const text = '<img src=x onerror=alert(1)> =1+1'
  await portal.gateway.run('simulate', 'incoming', '--from', '27831234567', '--to', '27820009999', '--text', text)
  const page = await portal.logInAs('operator', '/operator/unmatched')
  await page.getByText('Every receipt matches a message').waitFor()
  await page.getByText('Incoming SMS', { exact: true }).click()
  await page.getByText(text).waitFor()
  await page.getByText('27831234567 → 27820009999').waitFor()
})

test('a user who is not an operator learns that it is not for them', async () => {
  const page = await portal.logInAs('admin', '/operator/links')
  page.watched.expectConsole(/403/)
  await page.getByRole('alert').waitFor()
})

test('the pages are accessible in both themes, and fit a phone', async () => {
  const page = await portal.logInAs('operator', '/', PHONE)
  for (const [path, ...ready] of [
    ['/operator/clients', 'Acme Ltd'],
    ['/operator/routing', 'german'],
    ['/operator/links', 'simulator/main'],
    ['/operator/sending', 'Nothing is on hold.'],
    ['/operator/instances', 'portal-api'],
    ['/operator/nodes', 'dispatch'],
    ['/operator/unmatched', 'Every receipt matches a message'],
    [`/operator/clients/${portal.accounts.clientId}`, portal.accounts.number, 'Opening balance'],
  ] as const) {
    await goTo(page, path)
    for (const text of ready) await page.getByText(text).first().waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= PHONE.viewport.width, `${path} is ${width} px wide`)
    await assertAccessible(page)
  }
})
