import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const developersRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers',
    component: lazyRouteComponent(() => import('./DevelopersPage.tsx'), 'DevelopersPage'),
  }),
] as const
