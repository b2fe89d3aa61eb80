import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const operatorRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/operator',
    component: lazyRouteComponent(() => import('./OperatorPage.tsx'), 'OperatorPage'),
  }),
] as const
