import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const developersRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers',
    validateSearch: ({ failed }: Record<string, unknown>): { failed?: true } => (failed === true ? { failed } : {}),
    component: lazyRouteComponent(() => import('./DevelopersPage.tsx'), 'DevelopersPage'),
  }),
] as const
