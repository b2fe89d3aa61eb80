import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { assertAccessible } from './support/accessibility.ts'
import { assertShows } from './support/assert-shows.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

const portal = portalForFile()

interface Scheduled {
  readonly records: readonly { readonly text: string; readonly sendAt: string }[]
}

const SOUTH_AFRICA: BrowserContextOptions = { locale: 'en-ZA', timezoneId: 'Africa/Johannesburg' }
const FRANCE: BrowserContextOptions = { locale: 'fr-FR', timezoneId: 'Europe/Paris' }

/** What the clocks of a zone show at the time of a scheduled text. */
async function clockOf(text: string, { timezoneId }: BrowserContextOptions): Promise<string> {
  const { records } = await portal.call<Scheduled>('user', 'GET', '/scheduled')
  const sendAt = records.find((bulk) => bulk.text === text)?.sendAt
  assert.ok(sendAt, `${text} is not scheduled`)
  assert.ok(Date.parse(sendAt) > Date.now(), `${text} is scheduled for the past`)
  const form = { timeZone: timezoneId as string, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en', form).format(new Date(sendAt))
}

const ENGLISH = { to: 'Recipients', text: 'Text', time: 'Send later', send: 'Schedule', done: 'Scheduled' }
const FRENCH = { to: 'Destinataires', text: 'Texte', time: 'Envoyer plus tard', send: 'Programmer', done: 'Programmé' }

async function write(page: PortalPage, words: typeof ENGLISH, text: string): Promise<void> {
  await page.getByLabel(words.to, { exact: true }).fill('0821110003')
  await page.getByRole('textbox', { name: words.text, exact: true }).fill(text)
}

const TYPED: readonly (readonly [
  text: string,
  clock: string,
  words: typeof ENGLISH,
  options: BrowserContextOptions,
])[] = [
  ['0830', '08:30', ENGLISH, SOUTH_AFRICA],
  ['8:30', '08:30', ENGLISH, SOUTH_AFRICA],
  ['8.30pm', '20:30', ENGLISH, SOUTH_AFRICA],
  ['tomorrow 9', '09:00', ENGLISH, SOUTH_AFRICA],
  ['demain 9h', '09:00', FRENCH, FRANCE],
]

describe('a time to send at', () => {
  for (const [typed, clock, words, options] of TYPED)
    test(`${typed} is ${clock}`, async () => {
      const page = await portal.logInAs('user', '/send', options)
      await write(page, words, `At ${typed}`)
      const field = page.getByLabel(words.time)
      await field.click()
      await page.keyboard.type(typed)
      await page.locator('time', { hasText: clock }).waitFor()
      await page.getByRole('button', { name: words.send, exact: true }).click()
      await page.getByRole('heading', { name: words.done }).waitFor()
      assert.equal(await clockOf(`At ${typed}`, options), clock)
    })

  test('that has passed is an error at its field, and nothing is sent', async () => {
    const page = await portal.logInAs('user', '/send', SOUTH_AFRICA)
    await write(page, ENGLISH, 'Too late')
    const field = page.getByLabel('Send later')
    for (const [typed, problem] of [
      ['yesterday 9:00', 'This time has passed.'],
      ['2020-01-01 9:00', 'This time has passed.'],
      ['soon', 'This is no time.'],
      ['31 feb 9:00', 'There is no such day.'],
      ['tomorrow', 'At what time?'],
    ] as const) {
      await field.fill(typed)
      await page.getByRole('button', { name: 'Schedule', exact: true }).click()
      await page.getByText(problem).waitFor()
      await assertShows(() => field.getAttribute('aria-invalid'), 'true')
      await assertShows(() => field.evaluate((input) => input === document.activeElement), true)
    }
    await assertAccessible(page)
    const { records } = await portal.call<{ records: readonly { text: string }[] }>(
      'user',
      'GET',
      '/messages?limit=200',
    )
    assert.ok(!records.some(({ text }) => text === 'Too late'))
  })

  test('can be chosen with one click', async () => {
    const page = await portal.logInAs('user', '/send', SOUTH_AFRICA)
    await write(page, ENGLISH, 'By a preset')
    await page.getByRole('button', { name: 'Tomorrow 9:00' }).click()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor()
    assert.equal(await clockOf('By a preset', SOUTH_AFRICA), '09:00')
  })
})
