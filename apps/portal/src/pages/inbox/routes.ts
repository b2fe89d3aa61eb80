import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

/** What of the inbox is shown. */
export interface InboxSearch {
  /** The channel of the conversation that is open; without it the newest one of the contact. */
  readonly channel?: number
  readonly unread?: boolean
  /** How numbers or names begin. */
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

/** The page stays the same while one goes from conversation to conversation. */
const conversationRoute = createRoute({ getParentRoute: () => inboxRoute, path: '/$contact' })

export const inboxRoutes = [inboxRoute.addChildren([conversationRoute])] as const
