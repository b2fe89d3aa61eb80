import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { goTo } from './support/go-to.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

const LINK = 'simulator/main'
const portal = portalForFile()

afterEach(async () => {
  await portal.call('operator', 'POST', `/operator/links/${LINK}/resume`)
  await portal.call('operator', 'DELETE', '/operator/holds/deployment')
})

/** Sends a message as a program of the client would, and resolves with its number. */
async function send(): Promise<number> {
  const draft = ['--key', portal.accounts.users.user.apiKey, '--to', '0821110001', '--text', 'Hello']
  return (await portal.gateway.run<{ smsId: number }>('send', ...draft)).smsId
}

/** Pauses the only link, as an operator does. */
async function pause(page: PortalPage): Promise<void> {
  const card = page.getByRole('listitem', { name: LINK })
  await card.getByText('Up', { exact: true }).waitFor()
  await card.getByRole('button', { name: `Pause ${LINK}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause it' }).click()
  await card.getByText('Paused', { exact: true }).waitFor()
}

const why = (page: PortalPage) => page.getByRole('region', { name: 'Why is it waiting?' })

describe('while the only link is paused', () => {
  test('the overview calls it paused', async () => {
    await portal.call('operator', 'POST', `/operator/links/${LINK}/pause`)
    const page = await portal.logInAs('operator')
    const links = page.getByRole('listitem').filter({ hasText: LINK })
    await links.getByText('Paused', { exact: true }).waitFor()
    await assertShows(() => links.getByText('Up', { exact: true }).count(), 0)
  })

  test('Explain says that a message would wait, and why', async () => {
    const page = await portal.logInAs('operator', '/operator/links')
    await pause(page)
    await goTo(page, '/operator/routing')
    await page.getByLabel('Recipient').fill('+27 82 111 0001')
    await page.getByRole('button', { name: 'Explain' }).click()
    const explanation = page.getByTestId('explanation')
    await explanation.getByText(`No link of the route default takes messages: ${LINK} (paused).`).waitFor()
    await assertAccessible(page)
    await explanation.getByRole('link', { name: 'See the links' }).click()
    await page.waitForURL(/\/operator\/links$/)
  })

  test('a message says why it waits: to an operator with the link, to its client without', async () => {
    const page = await portal.logInAs('operator', '/operator/links')
    await pause(page)
    const smsId = await send()
    await goTo(page, `/messages/${smsId}`)
    await why(page).getByText(`${LINK} (paused)`).waitFor()
    await why(page).getByRole('link', { name: 'See the links' }).waitFor()
    await assertAccessible(page)
    const own = await portal.logInAs('user', `/messages/${smsId}`)
    await why(own).getByText('The connection to the network is interrupted.').waitFor()
    const reported = (await why(own).textContent()) ?? ''
    assert.doesNotMatch(reported, /simulator|default/)
    await assertShows(() => why(own).getByRole('link').count(), 0)
    const shown = await portal.gateway.run<{ waiting: readonly object[] }>('message', 'show', String(smsId))
    assert.deepEqual(shown.waiting, [
      { kind: 'no-link', route: 'default', links: [{ link: LINK, obstacle: 'paused', detail: null }] },
    ])
  })

  test('every page of operators has a bar, and the queue says why it waits', async () => {
    const page = await portal.logInAs('operator', '/operator/links')
    await pause(page)
    await send()
    await goTo(page, '/operator/sending')
    await page.getByText('No link takes messages for: default.').waitFor()
    const queue = page.getByRole('article', { name: 'Route default' })
    await queue.getByText(/^NORMAL: \d+, oldest/).waitFor()
    await queue.getByText(`${LINK} (paused)`).waitFor()
    await assertAccessible(page)
    const own = await portal.logInAs('admin', '/')
    await own.getByRole('heading', { name: 'Overview' }).waitFor()
    await assertShows(() => own.getByText('No link takes messages').count(), 0)
  })
})

test('the last link is not paused before the operator has seen which routes wait', async () => {
  const page = await portal.logInAs('operator', '/operator/links')
  const card = page.getByRole('listitem', { name: LINK })
  await card.getByText('Up', { exact: true }).waitFor()
  await card.getByRole('button', { name: `Pause ${LINK}` }).click()
  const dialog = page.getByRole('dialog', { name: `Pause ${LINK}?` })
  await dialog.getByText(/for: default\. \d+ messages? (is|are) waiting\.$/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  const { records } = await portal.call<{ records: { link: string; pause: unknown }[] }>(
    'operator',
    'GET',
    '/operator/links',
  )
  assert.deepEqual(
    records.map(({ link, pause: paused }) => [link, paused]),
    [[LINK, null]],
  )
})

test('a hold is told with its reason and a way to end it to operators, to clients without', async () => {
  await portal.call('operator', 'PUT', '/operator/holds/deployment', { reason: 'an audit' })
  const smsId = await send()
  const page = await portal.logInAs('operator', `/messages/${smsId}`)
  await why(page)
    .getByText(/^All sending is on hold \(an audit\) since/)
    .waitFor()
  await why(page).getByRole('link', { name: 'See what is on hold' }).click()
  await page.getByRole('button', { name: 'Resume: All sending' }).waitFor()
  const own = await portal.logInAs('user', `/messages/${smsId}`)
  await why(own).getByText('Your provider has put sending on hold.').waitFor()
  await assertShows(() => why(own).getByText('audit').count(), 0)
})

test('an open message of a client follows links and holds until it goes', async () => {
  await portal.call('operator', 'POST', `/operator/links/${LINK}/pause`)
  const page = await portal.logInAs('user', `/messages/${await send()}`)
  await why(page).getByText('The connection to the network is interrupted.').waitFor()
  await portal.call('operator', 'PUT', '/operator/holds/deployment', { reason: '' })
  await why(page).getByText('Your provider has put sending on hold.').waitFor()
  await portal.call('operator', 'POST', `/operator/links/${LINK}/resume`)
  await why(page).getByText('The connection to the network is interrupted.').waitFor({ state: 'detached' })
  await portal.call('operator', 'DELETE', '/operator/holds/deployment')
  await why(page).waitFor({ state: 'detached' })
})

test('a client that scheduled a message is led to where it changes the time', async () => {
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  await portal.call('user', 'POST', '/send', { text: 'Later', recipients: ['0821110009'], sendAt })
  const found = await portal.call<{ records: { smsId: number }[] }>('user', 'GET', '/messages?limit=1')
  const page = await portal.logInAs('user', `/messages/${found.records[0]?.smsId}`)
  await why(page)
    .getByText(/^It is scheduled for/)
    .waitFor()
  await why(page).getByRole('link', { name: 'Change the time' }).click()
  await page.waitForURL(/\/scheduled$/)
  await page.getByText('Later').first().waitFor()
})

describe('in quiet hours', () => {
  const HOUR_MS = 3_600_000
  /** What clocks show in South Africa. */
  const clockAt = (moment: number) => new Date(moment + 2 * HOUR_MS).toISOString().slice(11, 16)

  test('an admin sets them; a message says before it is sent that it waits, and afterwards why', async () => {
    const [from, to] = [clockAt(Date.now() - HOUR_MS), clockAt(Date.now() + 3 * HOUR_MS)]
    const page = await portal.logInAs('admin', '/account/quiet-hours')
    page.watched.expectConsole(/status of 400/)
    await page.getByRole('switch', { name: 'Hold messages in quiet hours' }).click()
    await page.getByLabel('From').fill(from)
    await page.getByLabel('Until').fill(from)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must differ from the beginning').waitFor()
    await page.getByLabel('Until').fill(to)
    await page.getByLabel('Time zone').first().fill('Johannesburg')
    await page.getByRole('option', { name: 'Africa/Johannesburg' }).click()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. What is scheduled already keeps its time.').waitFor()

    await goTo(page, '/send')
    await page.getByLabel('Recipients').fill('0821110001\n+819012345678')
    await page.getByRole('textbox', { name: 'Text' }).fill('Good night')
    await page.getByText(`1 of 2 will be sent at ${to} their time.`).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: 'Write another' }).waitFor()

    const { records } = await portal.call<{ records: { smsId: number; to: string }[] }>('admin', 'GET', '/messages')
    const smsId = records.find((message) => message.to === '27821110001')?.smsId
    await goTo(page, `/messages/${smsId}`)
    await why(page).getByText('Quiet hours hold it until').waitFor()
    await why(page).getByRole('link', { name: 'Change the quiet hours' }).click()
    await page.getByRole('switch', { name: 'Hold messages in quiet hours' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. What is scheduled already keeps its time.').first().waitFor()
  })
})
