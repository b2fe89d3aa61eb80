import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

/** Which part of the inbox is shown. */
export interface InboxSearch {
  /** The channel of the open conversation; without it, the newest conversation of the contact. */
  readonly channel?: number
  readonly unread?: boolean
  /** The beginning of numbers, or of words of names. */
  readonly q?: string
}

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inbox',
  validateSearch: ({ channel, unread, q }: Record<string, unknown>): InboxSearch => ({
    ...(Number.isSafeInteger(channel) && { channel: channel as number }),
    ...(unread === true && { unread }),
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
  }),
  component: lazyRouteComponent(() => import('./InboxPage.tsx'), 'InboxPage'),
})

/** The page stays mounted while the user switches between conversations. */
const conversationRoute = createRoute({ getParentRoute: () => inboxRoute, path: '/$contact' })

export const inboxRoutes = [inboxRoute.addChildren([conversationRoute])] as const
