import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const alertsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/alerts',
    component: lazyRouteComponent(() => import('./AlertsPage.tsx'), 'AlertsPage'),
  }),
] as const
