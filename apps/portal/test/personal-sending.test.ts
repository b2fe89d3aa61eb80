import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

/** More than go out without a question. */
const CREW = 60

const portal = portalForFile({}, async ({ call }) => {
  for (let n = 1; n <= CREW; n += 1) {
    const contact = {
      name: n === 3 ? '' : `Person${n} Jones`,
      groups: ['Crew'],
      fields: n === 5 ? {} : { town: `Town ${n}` },
    }
    await call('user', 'PUT', `/contacts/${mobileOf(n)}`, contact)
  }
})

function mobileOf(n: number): string {
  return `2782111${String(n).padStart(4, '0')}`
}

async function writeToCrew(page: PortalPage, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: 'Crew' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Text' }).fill(text)
  await page.getByRole('region', { name: 'Summary' }).getByText(String(CREW), { exact: true }).waitFor()
}

interface Found {
  readonly records: readonly { readonly to: string; readonly text: string }[]
}

async function textsWith(word: string): Promise<readonly (readonly [string, string])[]> {
  const { records } = await portal.call<Found>('user', 'GET', '/messages?limit=200')
  return records.filter(({ text }) => text.includes(word)).map(({ to, text }) => [to, text])
}

test('an unknown placeholder stops the text, with the names that there are', async () => {
  const page = await portal.logInAs('user', '/send')
  page.watched.expectConsole(/status of 400/)
  await writeToCrew(page, 'Hallo {Vorname}, Probe um 9')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('There is no field {Vorname}.').waitFor()
  await page
    .getByText(/\{first_name\}, \{last_name\}, \{name\}, \{number\}, \{email\}, \{town\}/)
    .first()
    .waitFor()
  await page.getByRole('alert').getByText('does not know {Vorname}').first().waitFor()
  assert.deepEqual(await textsWith('Probe'), [])
})

test('a text to more than 50 goes out after a question with its price, the balance and the first text', async () => {
  const page = await portal.logInAs('user', '/send')
  await writeToCrew(page, 'Rehearsal at nine')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send 60 messages?' })
  await dialog.getByText('Rehearsal at nine').waitFor()
  await dialog.getByText(/3\.00/).waitFor()
  await dialog.getByText(/1,000\.00/).waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Back' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(await textsWith('Rehearsal'), [])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByRole('button', { name: 'Send 60 messages' }).click()
  await page.getByText('60 accepted.').waitFor()
})

test('a personal text is shown for each of the first recipients, and goes to a few at once', async () => {
  const page = await portal.logInAs('user', '/send')
  await page.getByLabel('Recipients').fill(`+${mobileOf(1)}\n+${mobileOf(3)}`)
  await page.getByRole('textbox', { name: 'Text' }).fill('Dear')
  await page.getByRole('button', { name: 'Insert a field' }).click()
  await page.getByRole('menuitem', { name: '{first_name}' }).click()
  const text = page.getByRole('textbox', { name: 'Text' })
  await assertShows(() => text.inputValue(), 'Dear {first_name}')
  await page.getByText(`1 have no value for a field of the text: +${mobileOf(3)}`).waitFor()
  await text.fill('Dear {first_name|friend} of {town}')
  const samples = page.getByRole('region', { name: 'As it will arrive' })
  await samples.getByText('Dear Person1 of Town 1').waitFor()
  await samples.getByRole('button', { name: 'Next recipient' }).click()
  await samples.getByText('Dear friend of Town 3').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('2 accepted.').waitFor()
  assert.deepEqual([...(await textsWith('Dear'))].sort(), [
    [mobileOf(1), 'Dear Person1 of Town 1'],
    [mobileOf(3), 'Dear friend of Town 3'],
  ])
})

test('a personal text to many is checked as an upload, which leaves out those who lack a value', async () => {
  const page = await portal.logInAs('user', '/send')
  await writeToCrew(page, 'Cast: {first_name|friend}, {town}')
  await page.getByText('Each contact gets a text of its own').waitFor()
  await page.getByLabel('Send later').fill('in 3 days at 9')
  await page.getByRole('button', { name: 'Prepare the upload' }).click()
  await page.waitForURL(/\/uploads\/\d+\?at=/)
  await page.getByRole('button', { name: 'Schedule 59 messages' }).waitFor({ timeout: 60_000 })
  const time = page.getByLabel('Send later')
  await assertShows(() => time.inputValue(), 'in 3 days at 9')
  await time.fill('')
  const start = page.getByRole('button', { name: 'Send 59 messages' })
  await page.getByText('Cast: Person1, Town 1').waitFor()
  await page.getByText('Cast: friend, Town 3').waitFor()
  await page.getByText('Missing value').first().waitFor()
  await start.click()
  await page.getByRole('status').getByText('Done').waitFor({ timeout: 60_000 })
  const sent = await textsWith('Cast')
  assert.equal(sent.length, 59)
  assert.equal(new Set(sent.map(([, text]) => text)).size, 59)
})

test('an upload knows the fields that the contact page promises', async () => {
  const page = await portal.logInAs('user', `/contacts/${mobileOf(1)}`)
  await page.getByText('Placeholders such as {town} in a text can use them.').waitFor()
  await page.goto(`${portal.gateway.url}/portal/uploads`)
  const file = {
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Mobile\n+${mobileOf(1)}\n+${mobileOf(5)}\n`),
  }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('heading', { name: 'Columns' }).waitFor()
  await page.getByRole('textbox', { name: 'Text' }).fill('Tour in {town}, {first_name|friend}')
  await page.getByRole('button', { name: 'Check and preview' }).click()
  await page.getByText('Tour in Town 1, Person1').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Send 1 message' }).waitFor()
})

test('a template says what the contact has, in an answer too', async () => {
  await portal.call('user', 'POST', '/templates', { name: 'Thanks', text: 'Thank you, {first_name|friend}!' })
  const incoming = ['--from', mobileOf(2), '--to', portal.accounts.number, '--text', 'Lovely']
  await portal.gateway.run('simulate', 'incoming', ...incoming)
  const page = await portal.logInAs('user', `/inbox/${mobileOf(2)}`)
  await page.getByText('Lovely').first().waitFor()
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('button', { name: /^Thanks/ }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('list', { name: 'Messages of this conversation' }).getByText('Thank you, Person2!').waitFor()
})

test('a template with variables asks for them in an answer, and says what the contact has', async () => {
  const variables = [{ name: 'time', type: 'text', fallback: null, choices: [] }]
  const template = { name: 'Appointment', text: '{first_name|Dear guest}, we meet at {time}.', variables }
  await portal.call('user', 'POST', '/templates', template)
  const incoming = ['--from', mobileOf(4), '--to', portal.accounts.number, '--text', 'When?']
  await portal.gateway.run('simulate', 'incoming', ...incoming)
  const page = await portal.logInAs('user', `/inbox/${mobileOf(4)}`)
  await page.getByText('When?').first().waitFor()
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('button', { name: /^Appointment/ }).click()
  await page.getByLabel('time').fill('{nine}')
  await page.getByText('Person4, we meet at {nine}.').waitFor()
  await page.getByLabel('time').fill('9:30')
  await page.getByText('Person4, we meet at 9:30.').waitFor()
  await page.getByRole('button', { name: 'Use this text' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const messages = page.getByRole('list', { name: 'Messages of this conversation' })
  await messages.getByText('Person4, we meet at 9:30.').waitFor()
})
