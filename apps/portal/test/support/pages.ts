import type { BrowserContextOptions } from 'playwright-core'
import type { Role, TestAccounts } from './accounts.ts'
import type { Portal, PortalPage } from './start-portal.ts'

/** A page of the portal to look at, filled with the seeded data. */
export interface PageToSee {
  /** Used in the names of its screenshots. */
  readonly name: string
  readonly role: Role | 'nobody'
  readonly path: string | ((accounts: TestAccounts) => string)
}

/** Every page. */
export const PAGES: readonly PageToSee[] = [
  { name: 'log-in', role: 'nobody', path: '/log-in' },
  { name: 'overview', role: 'admin', path: '/' },
  { name: 'messages', role: 'admin', path: '/messages' },
  { name: 'reports', role: 'admin', path: '/reports' },
  { name: 'send', role: 'admin', path: '/send' },
  { name: 'campaigns', role: 'admin', path: '/campaigns' },
  { name: 'uploads', role: 'admin', path: '/uploads' },
  { name: 'upload-ready', role: 'admin', path: '/uploads/1001' },
  { name: 'upload-done', role: 'admin', path: '/uploads/1002' },
  { name: 'scheduled', role: 'admin', path: '/scheduled' },
  { name: 'calendar', role: 'admin', path: '/scheduled?view=calendar' },
  { name: 'inbox', role: 'admin', path: '/inbox' },
  { name: 'conversation', role: 'admin', path: '/inbox/27821234503' },
  { name: 'contacts', role: 'admin', path: '/contacts' },
  { name: 'contact', role: 'admin', path: '/contacts/27821234506' },
  { name: 'contacts-import', role: 'admin', path: '/contacts/import' },
  { name: 'channels', role: 'admin', path: '/channels' },
  { name: 'channel', role: 'admin', path: ({ channelId }) => `/channels/${channelId}` },
  { name: 'webhooks', role: 'admin', path: '/webhooks' },
  { name: 'alerts', role: 'admin', path: '/alerts' },
  { name: 'developers', role: 'admin', path: '/developers' },
  { name: 'webhooks-verify', role: 'admin', path: '/webhooks/verify' },
  { name: 'account-security', role: 'admin', path: '/account/security' },
  { name: 'account-users', role: 'admin', path: '/account/users' },
  { name: 'account-quiet-hours', role: 'admin', path: '/account/quiet-hours' },
  { name: 'account-networks', role: 'admin', path: '/account/networks' },
  { name: 'account-audit-log', role: 'admin', path: '/account/audit-log' },
  { name: 'phones', role: 'admin', path: '/phones' },
  { name: 'operator-overview', role: 'operator', path: '/' },
  { name: 'operator-clients', role: 'operator', path: '/operator/clients' },
  { name: 'operator-client', role: 'operator', path: ({ clientId }) => `/operator/clients/${clientId}` },
  { name: 'operator-routing', role: 'operator', path: '/operator/routing' },
  { name: 'operator-links', role: 'operator', path: '/operator/links' },
  { name: 'operator-sending', role: 'operator', path: '/operator/sending' },
  { name: 'operator-instances', role: 'operator', path: '/operator/instances' },
  { name: 'operator-nodes', role: 'operator', path: '/operator/nodes' },
  { name: 'operator-unmatched', role: 'operator', path: '/operator/unmatched' },
]

/** Opens it with the role that sees it. */
export function openPage(
  portal: Portal,
  { role, path }: PageToSee,
  options: BrowserContextOptions = {},
): Promise<PortalPage> {
  const address = typeof path === 'string' ? path : path(portal.accounts)
  return role === 'nobody' ? portal.open(address, options) : portal.logInAs(role, address, options)
}

/** Waits until nothing is loading any more. */
export async function untilLoaded(page: PortalPage): Promise<void> {
  // Attached is enough, because a phone shows a conversation without the title of the inbox.
  await page.locator('h1, h2, h3').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}
