import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const messagesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/messages',
    component: lazyRouteComponent(() => import('./MessagesPage.tsx'), 'MessagesPage'),
  }),
] as const
