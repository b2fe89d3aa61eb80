import { test } from 'node:test'
import type { Role } from './support/accounts.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'

const portal = portalForFile()

interface Choice {
  readonly name: string
  readonly role: Role
  readonly path: string
  choose(page: PortalPage): Promise<void>
  readonly address: RegExp
  /** Waits until the page shows what was chosen. */
  isChosen(page: PortalPage): Promise<void>
  isNotChosen(page: PortalPage): Promise<void>
}

const radio = (name: string) => async (page: PortalPage) =>
  void (await page
    .getByRole('radio', { name, exact: true })
    .and(page.locator(':checked'))
    .waitFor({ state: 'attached' }))

const CHOICES: readonly Choice[] = [
  {
    name: 'open filters of messages',
    role: 'user',
    path: '/messages',
    address: /\?filters=true$/,
    choose: (page) => page.getByRole('button', { name: 'Filters' }).click(),
    isChosen: (page) => page.getByRole('combobox', { name: 'State' }).waitFor(),
    isNotChosen: (page) => page.getByRole('combobox', { name: 'State' }).waitFor({ state: 'hidden' }),
  },
  {
    name: 'the calendar of what is scheduled',
    role: 'user',
    path: '/scheduled',
    address: /\?view=calendar$/,
    choose: (page) => page.getByText('Calendar', { exact: true }).click(),
    isChosen: radio('Calendar'),
    isNotChosen: radio('List'),
  },
  {
    name: 'refused requests',
    role: 'user',
    path: '/developers',
    address: /\?failed=true$/,
    choose: (page) => page.getByRole('switch').click(),
    isChosen: (page) => page.getByRole('switch').and(page.locator(':checked')).waitFor(),
    isNotChosen: (page) => page.getByRole('switch').and(page.locator(':not(:checked)')).waitFor(),
  },
  {
    name: 'an action of the audit log',
    role: 'admin',
    path: '/account/audit-log',
    address: /\?action=log-in$/,
    async choose(page) {
      await page.getByRole('combobox').click()
      await page.getByRole('option', { name: 'Logged in', exact: true }).click()
    },
    isChosen: (page) => page.locator('input[value="Logged in"]').waitFor(),
    isNotChosen: (page) => page.locator('input[value="Logged in"]').waitFor({ state: 'detached' }),
  },
  {
    name: 'incoming SMS to nobody',
    role: 'operator',
    path: '/operator/unmatched',
    address: /\?kind=incoming$/,
    choose: (page) => page.getByText('Incoming SMS', { exact: true }).click(),
    isChosen: radio('Incoming SMS'),
    isNotChosen: radio('Receipts'),
  },
]

for (const { name, role, path, choose, address, isChosen, isNotChosen } of CHOICES)
  test(`${name}: a reload, the back button and a link show the same`, async () => {
    const page = await portal.logInAs(role, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await choose(page)
    await page.waitForURL(address)
    await isChosen(page)
    await page.reload()
    await isChosen(page)
    const linked = await portal.logInAs(role, page.url().split('/portal')[1])
    await isChosen(linked)
    await page.goBack()
    await isNotChosen(page)
  })
