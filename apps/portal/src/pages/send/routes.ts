import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const sendRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/send',
    component: lazyRouteComponent(() => import('./SendPage.tsx'), 'SendPage'),
  }),
] as const
