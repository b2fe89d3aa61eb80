import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertShows } from './support/assert-shows.ts'
import { portalForFile } from './support/portal.ts'

// Two people change the same thing at once, each something else of it.

const portal = portalForFile()

interface Client {
  readonly name: string
  readonly price: string
  readonly rateLimit: number | null
}

interface Channel {
  readonly forwardEmail: string | null
  readonly dlrUrl: string | null
  readonly optOutUrl: string | null
}

interface Contact {
  readonly name: string
  readonly email: string
  readonly groups: readonly { readonly name: string }[]
}

test('what one operator changes of a client stays when another saves something else', async () => {
  const path = `/clients/${portal.accounts.clientId}`
  const change = (body: object) => portal.call('operator', 'PATCH', path, body)
  await change({ price: '0.1', rateLimit: null })
  const page = await portal.logInAs('operator', `/operator${path}`)
  const settings = page.getByRole('region', { name: 'Price and limits' })
  const name = settings.locator('input[name=name]')
  const price = settings.locator('input[name=price]')
  await assertShows(() => price.inputValue(), '0.1')

  await change({ price: '0.25' })
  await name.fill('Acme Trading')
  await settings.locator('input[name=rateLimit]').fill('0200')
  const save = settings.getByRole('button', { name: 'Save' })
  await save.click()
  // What was stored meanwhile is seen, too, and numbers as they are stored.
  await assertShows(() => price.inputValue(), '0.25')
  await assertShows(() => settings.locator('input[name=rateLimit]').inputValue(), '200')
  await assertShows(() => save.isDisabled(), true)
  const stored = await portal.call<Client>('operator', 'GET', path)
  assert.deepEqual(
    { name: stored.name, price: Number(stored.price), rateLimit: stored.rateLimit },
    { name: 'Acme Trading', price: 0.25, rateLimit: 200 },
  )
})

test('a group that a colleague puts a contact into stays when its name is saved', async () => {
  const path = '/contacts/27835560001'
  await portal.call('user', 'PUT', path, { name: 'Ann', groups: ['Staff'] })
  const page = await portal.logInAs('user', path)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await assertShows(() => name.inputValue(), 'Ann')

  await portal.call('admin', 'PUT', path, { email: 'ann@example.com', groups: ['Staff', 'Drivers'] })
  await name.fill('Ann Moyo')
  await page.getByRole('button', { name: 'Save' }).click()
  await assertShows(() => page.getByRole('textbox', { name: 'E-mail' }).inputValue(), 'ann@example.com')
  const stored = await portal.call<Contact>('user', 'GET', path)
  assert.deepEqual(
    [stored.name, stored.email, stored.groups.map((group) => group.name).sort()],
    ['Ann Moyo', 'ann@example.com', ['Drivers', 'Staff']],
  )
})

test('what a colleague sets of a channel is seen, and neither a save nor its undoing takes it back', async () => {
  const path = `/channels/${portal.accounts.channelId}`
  const change = (body: object) => portal.call('admin', 'PATCH', path, body)
  await change({ forwardEmail: null, dlrUrl: null })
  const page = await portal.logInAs('admin', path)
  const input = (name: string) => page.locator(`input[name=${name}]`)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await assertShows(() => input('txt_dlr_webhook_url').inputValue(), '')

  await input('txt_dlr_webhook_url').fill('https://example.com/receipts')
  await change({ forwardEmail: 'ann@example.com' })
  await save.click()
  await assertShows(() => input('txt_sms2email').inputValue(), 'ann@example.com')
  await save.waitFor({ state: 'hidden' })
  await change({ forwardEmail: 'ben@example.com' })
  // What is typed before the first save is undone stays as well.
  await input('txt_optout_webhook_url').fill('https://example.com/opt-outs')
  await page.getByRole('button', { name: 'Undo' }).click()
  await assertShows(() => input('txt_sms2email').inputValue(), 'ben@example.com')
  await assertShows(() => input('txt_dlr_webhook_url').inputValue(), '')
  await save.click()
  await save.waitFor({ state: 'hidden' })
  const { forwardEmail, dlrUrl, optOutUrl } = await portal.call<Channel>('admin', 'GET', path)
  assert.deepEqual(
    { forwardEmail, dlrUrl, optOutUrl },
    { forwardEmail: 'ben@example.com', dlrUrl: null, optOutUrl: 'https://example.com/opt-outs' },
  )
})
