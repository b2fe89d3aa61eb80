import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'
import { readAuditSearch } from './audit-search.ts'

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./AccountLayout.tsx'), 'AccountLayout'),
})

export const accountRoutes = [
  accountRoute.addChildren([
    createRoute({
      getParentRoute: () => accountRoute,
      path: '/',
      beforeLoad() {
        throw redirect({ to: '/account/security' })
      },
    }),
    createRoute({
      getParentRoute: () => accountRoute,
      path: '/security',
      component: lazyRouteComponent(() => import('./SecurityPage.tsx'), 'SecurityPage'),
    }),
    createRoute({
      getParentRoute: () => accountRoute,
      path: '/users',
      component: lazyRouteComponent(() => import('./UsersPage.tsx'), 'UsersPage'),
    }),
    createRoute({
      getParentRoute: () => accountRoute,
      path: '/quiet-hours',
      component: lazyRouteComponent(() => import('./QuietHoursPage.tsx'), 'QuietHoursPage'),
    }),
    createRoute({
      getParentRoute: () => accountRoute,
      path: '/networks',
      component: lazyRouteComponent(() => import('./NetworksPage.tsx'), 'NetworksPage'),
    }),
    createRoute({
      getParentRoute: () => accountRoute,
      path: '/audit-log',
      validateSearch: readAuditSearch,
      component: lazyRouteComponent(() => import('./AuditLogPage.tsx'), 'AuditLogPage'),
    }),
  ]),
] as const
