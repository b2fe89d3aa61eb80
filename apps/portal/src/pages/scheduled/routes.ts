import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const scheduledRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/scheduled',
    component: lazyRouteComponent(() => import('./ScheduledPage.tsx'), 'ScheduledPage'),
  }),
] as const
