import type { Page } from 'playwright-core'
import type { Role, TestAccounts } from './accounts.ts'

/** Something that opens over a page, or asks in its place before anything is done. */
export interface OverlayToSee {
  readonly name: string
  /** Its file, below `src`. */
  readonly source: string
  readonly role: Role
  readonly path: string | ((accounts: TestAccounts) => string)
  /** Answers of the API that only a busy deployment would have, by path. */
  readonly answers?: Readonly<Record<string, object>>
  open(page: Page): Promise<void>
  /** What is to be seen then: its role, or a button in it. Default: a dialog. */
  readonly shows?: 'menu' | RegExp
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const inTurn =
  (...steps: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

const once = (text: string) => (page: Page) => page.getByText(text).first().waitFor()

const firstRow = (list: string) => (page: Page) =>
  page.getByRole('region', { name: list }).getByRole('link').first().click()

const UNKNOWN = { clientId: 1, route: 'default', messages: 3, oldestAt: '2026-01-31T08:00:00.000Z' }
const FACTOR = { isOn: true, since: '2026-01-31T08:00:00.000Z', recoveryCodesLeft: 8 }

/** Every one of them, on pages with the seeded data. */
export const OVERLAYS: readonly OverlayToSee[] = [
  {
    name: 'the keys',
    source: 'layout/ShortcutsHelp.tsx',
    role: 'admin',
    path: '/',
    open: inTurn(once('Overview'), (page) => page.keyboard.press('?')),
  },
  {
    name: 'a new alert',
    source: 'pages/alerts/AlertForm.tsx',
    role: 'admin',
    path: '/alerts',
    open: press('New alert'),
  },
  {
    name: 'a report to save',
    source: 'pages/reports/SaveReport.tsx',
    role: 'admin',
    path: '/reports',
    open: press('Save this report'),
  },
  {
    name: 'the palette',
    source: 'layout/palette/Palette.tsx',
    role: 'admin',
    path: '/',
    open: inTurn(once('Overview'), (page) => page.keyboard.press('Control+k')),
  },
  {
    name: 'the user menu',
    source: 'layout/UserMenu.tsx',
    role: 'admin',
    path: '/',
    open: press('Your account'),
    shows: 'menu',
  },
  {
    name: 'a field of contacts',
    source: 'pages/send/FieldMenu.tsx',
    role: 'admin',
    path: '/send',
    open: press('Insert a field'),
    shows: 'menu',
  },
  {
    name: 'a text to many',
    source: 'pages/send/ConfirmSend.tsx',
    role: 'admin',
    path: '/send',
    async open(page) {
      const numbers = Array.from({ length: 51 }, (_, index) => `+278212350${index + 10}`)
      await page.getByLabel('Recipients').fill(numbers.join('\n'))
      await page.getByRole('textbox', { name: 'Text' }).fill('Rehearsal at nine')
      await page.getByRole('region', { name: 'Summary' }).getByText('51', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
    },
  },
  { name: 'the templates', source: 'pages/send/Templates.tsx', role: 'admin', path: '/send', open: press('Templates') },
  {
    name: 'another time',
    source: 'pages/scheduled/ScheduledRow.tsx',
    role: 'admin',
    path: '/scheduled',
    open: press('Reschedule'),
  },
  {
    name: 'cancelling',
    source: 'pages/scheduled/ScheduledRow.tsx',
    role: 'admin',
    path: '/scheduled',
    open: press('Cancel'),
    shows: /for good/,
  },
  {
    name: 'cancelling an upload',
    source: 'pages/uploads/CancelUpload.tsx',
    role: 'admin',
    path: '/uploads/1001',
    open: press('Cancel'),
    shows: /for good/,
  },
  {
    name: 'the actions of a campaign',
    source: 'pages/campaigns/CampaignMenu.tsx',
    role: 'admin',
    path: '/campaigns',
    open: press(/^Actions for/),
    shows: 'menu',
  },
  {
    name: 'another time of a campaign',
    source: 'pages/campaigns/CampaignDialogs.tsx',
    role: 'admin',
    path: '/campaigns',
    open: inTurn(press('Actions for Happy birthday from all of us at Acme!'), (page) =>
      page.getByRole('menuitem', { name: 'Change the time' }).click(),
    ),
  },
  {
    name: 'a message',
    source: 'pages/messages/MessageDrawer.tsx',
    role: 'admin',
    path: '/messages',
    open: firstRow('Messages, newest first'),
  },
  {
    name: 'another time of a message',
    source: 'pages/messages/MessageActions.tsx',
    role: 'admin',
    path: '/messages?state=scheduled',
    open: inTurn(firstRow('Messages, newest first'), press('Reschedule')),
  },
  {
    name: 'a filter by time',
    source: 'pages/messages/MessageFilters.tsx',
    role: 'admin',
    path: '/messages',
    open: inTurn(press('Filters'), (page) => page.getByLabel('Accepted from').click()),
    shows: /^Next month/,
  },
  {
    name: 'a snooze',
    source: 'pages/inbox/HandlingBar.tsx',
    role: 'admin',
    path: '/inbox/27821234503',
    open: press('Snooze'),
  },
  {
    name: 'adding a contact',
    source: 'pages/contacts/AddContact.tsx',
    role: 'admin',
    path: '/contacts',
    open: press('Add contact'),
  },
  {
    name: 'the groups',
    source: 'pages/contacts/GroupsDialog.tsx',
    role: 'admin',
    path: '/contacts',
    open: inTurn(press('Groups'), press('Remove the group Patients')),
  },
  {
    name: 'a group of the chosen',
    source: 'pages/contacts/chosen/ChosenGroup.tsx',
    role: 'admin',
    path: '/contacts',
    open: inTurn((page) => page.getByRole('checkbox', { name: 'Select Thabo Nkosi' }).check(), press('Add to group')),
  },
  {
    name: 'erasing',
    source: 'pages/contacts/EraseContact.tsx',
    role: 'admin',
    path: '/contacts/27821234506',
    open: press('Erase number'),
  },
  {
    name: 'a test of a setting',
    source: 'pages/channels/SettingTest.tsx',
    role: 'admin',
    path: ({ channelId }) => `/channels/${channelId}`,
    open: press('Test: DLR webhook URL'),
  },
  {
    name: 'sending webhooks again',
    source: 'pages/webhooks/WebhookFilters.tsx',
    role: 'admin',
    path: '/webhooks',
    open: press('Resend all failed'),
  },
  {
    name: 'a webhook',
    source: 'pages/webhooks/WebhookDrawer.tsx',
    role: 'admin',
    path: '/webhooks',
    open: (page) =>
      page
        .getByRole('link', { name: /Delivery receipt/ })
        .first()
        .click(),
  },
  {
    name: 'a key for the portal',
    source: 'pages/developers/AddPortalKey.tsx',
    role: 'admin',
    path: '/developers',
    open: press('Create a key for the portal'),
  },
  {
    name: 'removing a key',
    source: 'pages/developers/ApiKeys.tsx',
    role: 'admin',
    path: '/developers',
    open: press(/^Remove key/),
  },
  {
    name: 'a request for real',
    source: 'pages/developers/run/ConfirmRun.tsx',
    role: 'admin',
    path: '/developers',
    open: inTurn(
      (page) => page.getByLabel('API key to send it with').fill('any'),
      (page) => page.getByRole('button', { name: 'Send request' }).click(),
    ),
  },
  {
    name: 'adding a user',
    source: 'pages/account/AddUser.tsx',
    role: 'admin',
    path: '/account/users',
    open: press('Add user'),
  },
  {
    name: 'what is done with a user',
    source: 'pages/account/UserRow.tsx',
    role: 'admin',
    path: '/account/users',
    open: press('Actions for user@example.com'),
    shows: 'menu',
  },
  {
    name: 'the settings of a user',
    source: 'pages/account/EditUser.tsx',
    role: 'admin',
    path: '/account/users',
    open: inTurn(press('Actions for user@example.com'), (page) =>
      page.getByRole('menuitem', { name: 'Change settings' }).click(),
    ),
  },
  {
    name: 'a lost password',
    source: 'pages/account/UserAccess.tsx',
    role: 'admin',
    path: '/account/users',
    open: inTurn(press('Actions for user@example.com'), (page) =>
      page.getByRole('menuitem', { name: 'Lost password or phone' }).click(),
    ),
  },
  {
    name: 'no second factor',
    source: 'pages/account/RemoveSecondFactor.tsx',
    role: 'admin',
    path: '/account/security',
    answers: { '/account/second-factor': FACTOR },
    open: press('Turn it off'),
    shows: /^Turn it off$/,
  },
  {
    name: 'adding a client',
    source: 'pages/operator/AddClient.tsx',
    role: 'operator',
    path: '/operator/clients',
    open: press('Add client'),
  },
  {
    name: 'pausing the last link',
    source: 'pages/operator/PauseLink.tsx',
    role: 'operator',
    path: '/operator/links',
    open: press('Pause simulator/main'),
  },
  {
    name: 'holding',
    source: 'pages/operator/HoldSending.tsx',
    role: 'operator',
    path: '/operator/sending',
    open: press('Hold sending'),
  },
  {
    name: 'deciding',
    source: 'pages/operator/DecideOutcome.tsx',
    role: 'operator',
    path: '/operator/sending',
    answers: { '/operator/unknown': { records: [UNKNOWN] } },
    open: press('Decide: Client 1, route default'),
  },
]
