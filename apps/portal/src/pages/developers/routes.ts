import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'
import { readRequestSearch } from './request-search.ts'

export const developersRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/developers',
    validateSearch: readRequestSearch,
    component: lazyRouteComponent(() => import('./DevelopersPage.tsx'), 'DevelopersPage'),
  }),
] as const
