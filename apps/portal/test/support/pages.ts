import type { Role } from './accounts.ts'

/** A page of the portal as it is looked at, with what a seed has put there. */
export interface PageToSee {
  /** Names its pictures. */
  readonly name: string
  readonly role: Role | 'nobody'
  readonly path: string
}

/** Every page. */
export const PAGES: readonly PageToSee[] = [
  { name: 'log-in', role: 'nobody', path: '/log-in' },
  { name: 'overview', role: 'admin', path: '/' },
  { name: 'messages', role: 'admin', path: '/messages' },
  { name: 'send', role: 'admin', path: '/send' },
  { name: 'scheduled', role: 'admin', path: '/scheduled' },
  { name: 'inbox', role: 'admin', path: '/inbox' },
  { name: 'conversation', role: 'admin', path: '/inbox/27821234503' },
  { name: 'contacts', role: 'admin', path: '/contacts' },
  { name: 'contact', role: 'admin', path: '/contacts/27821234506' },
  { name: 'contacts-import', role: 'admin', path: '/contacts/import' },
  { name: 'channels', role: 'admin', path: '/channels' },
  { name: 'webhooks', role: 'admin', path: '/webhooks' },
  { name: 'developers', role: 'admin', path: '/developers' },
  { name: 'account', role: 'admin', path: '/account' },
  { name: 'phones', role: 'admin', path: '/phones' },
  { name: 'operator-overview', role: 'operator', path: '/' },
  { name: 'operator-clients', role: 'operator', path: '/operator/clients' },
  { name: 'operator-routing', role: 'operator', path: '/operator/routing' },
  { name: 'operator-links', role: 'operator', path: '/operator/links' },
  { name: 'operator-instances', role: 'operator', path: '/operator/instances' },
  { name: 'operator-nodes', role: 'operator', path: '/operator/nodes' },
  { name: 'operator-unmatched', role: 'operator', path: '/operator/unmatched' },
]
