import {
  IconAddressBook,
  IconBell,
  IconBroadcast,
  IconCalendarTime,
  IconChartHistogram,
  IconCode,
  IconDeviceMobileMessage,
  IconInbox,
  IconListSearch,
  IconReportAnalytics,
  IconSend,
  IconServerCog,
  IconSpeakerphone,
  IconUserCog,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import type { TextsOf } from '../language/define-texts.ts'
import type { Me } from '../session/load-session.ts'
import type { shellTexts } from '../texts/shell.ts'

/** A page that the navigation leads to. */
export interface NavigationItem {
  readonly page: keyof TextsOf<typeof shellTexts>['pages']
  readonly to: string
  readonly Icon: TablerIcon
  /** The roles that see it; absent: all. */
  readonly roles?: readonly Me['role'][]
}

export interface NavigationGroup {
  readonly group: keyof TextsOf<typeof shellTexts>['groups']
  readonly items: readonly NavigationItem[]
}

/** The pages in the order of the navigation. */
const NAVIGATION: readonly NavigationGroup[] = [
  {
    group: 'traffic',
    items: [
      { page: 'overview', to: '/', Icon: IconChartHistogram },
      { page: 'messages', to: '/messages', Icon: IconListSearch },
      { page: 'reports', to: '/reports', Icon: IconReportAnalytics },
      { page: 'send', to: '/send', Icon: IconSend },
      { page: 'campaigns', to: '/campaigns', Icon: IconSpeakerphone },
      { page: 'scheduled', to: '/scheduled', Icon: IconCalendarTime },
    ],
  },
  {
    group: 'people',
    items: [
      { page: 'inbox', to: '/inbox', Icon: IconInbox },
      { page: 'contacts', to: '/contacts', Icon: IconAddressBook },
    ],
  },
  {
    group: 'setup',
    items: [
      { page: 'channels', to: '/channels', Icon: IconBroadcast, roles: ['operator', 'admin'] },
      { page: 'webhooks', to: '/webhooks', Icon: IconWebhook },
      { page: 'alerts', to: '/alerts', Icon: IconBell, roles: ['operator', 'admin'] },
      { page: 'developers', to: '/developers', Icon: IconCode },
      { page: 'account', to: '/account', Icon: IconUserCog },
    ],
  },
  {
    group: 'deployment',
    items: [
      { page: 'operator', to: '/operator', Icon: IconServerCog, roles: ['operator'] },
      { page: 'phones', to: '/phones', Icon: IconDeviceMobileMessage, roles: ['operator', 'admin'] },
    ],
  },
]

/** The groups with the pages that this role sees, without empty groups. */
export function navigationFor(role: Me['role']): readonly NavigationGroup[] {
  return NAVIGATION.map(({ group, items }) => ({
    group,
    items: items.filter(({ roles }) => roles === undefined || roles.includes(role)),
  })).filter(({ items }) => items.length > 0)
}
