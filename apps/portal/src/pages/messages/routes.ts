import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'
import { readMessageSearch } from './message-search.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages',
  validateSearch: readMessageSearch,
  component: lazyRouteComponent(() => import('./MessagesPage.tsx'), 'MessagesPage'),
})

/** One message, beside the list it was found in. */
const messageRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/$smsId',
  component: lazyRouteComponent(() => import('./MessageDrawer.tsx'), 'MessageDrawer'),
})

export const messagesRoutes = [listRoute.addChildren([messageRoute])] as const
