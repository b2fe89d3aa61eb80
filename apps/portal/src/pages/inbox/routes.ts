import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'
import { FOLDERS, type InboxSearch } from './inbox-search.ts'

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inbox',
  validateSearch: ({ channel, unread, folder, q }: Record<string, unknown>): InboxSearch => {
    const known = FOLDERS.find((each) => each === folder)
    return {
      ...(Number.isSafeInteger(channel) && { channel: channel as number }),
      ...(unread === true && { unread }),
      ...(known !== undefined && { folder: known }),
      ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    }
  },
  component: lazyRouteComponent(() => import('./InboxPage.tsx'), 'InboxPage'),
})

/** The page stays mounted while the user switches between conversations. */
const conversationRoute = createRoute({ getParentRoute: () => inboxRoute, path: '/$contact' })

export const inboxRoutes = [inboxRoute.addChildren([conversationRoute])] as const
