import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

const operatorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/operator',
  component: lazyRouteComponent(() => import('./OperatorLayout.tsx'), 'OperatorLayout'),
})

/** The search text is in the address bar. */
interface Search {
  readonly search?: string
}

const readSearch = ({ search }: Record<string, unknown>): Search => (typeof search === 'string' ? { search } : {})

export const operatorRoutes = [
  operatorRoute.addChildren([
    createRoute({
      getParentRoute: () => operatorRoute,
      path: '/',
      beforeLoad() {
        throw redirect({ to: '/operator/clients' })
      },
    }),
    createRoute({
      getParentRoute: () => operatorRoute,
      path: '/clients',
      validateSearch: readSearch,
      component: lazyRouteComponent(() => import('./ClientsPage.tsx'), 'ClientsPage'),
    }),
    createRoute({
      getParentRoute: () => operatorRoute,
      path: '/clients/$clientId',
      component: lazyRouteComponent(() => import('./ClientPage.tsx'), 'ClientPage'),
    }),
    createRoute({
      getParentRoute: () => operatorRoute,
      path: '/routing',
      component: lazyRouteComponent(() => import('./RoutingPage.tsx'), 'RoutingPage'),
    }),
    createRoute({
      getParentRoute: () => operatorRoute,
      path: '/links',
      component: lazyRouteComponent(() => import('./LinksPage.tsx'), 'LinksPage'),
    }),
    createRoute({
      getParentRoute: () => operatorRoute,
      path: '/sending',
      component: lazyRouteComponent(() => import('./SendingPage.tsx'), 'SendingPage'),
    }),
    createRoute({
      getParentRoute: () => operatorRoute,
      path: '/instances',
      validateSearch: readSearch,
      component: lazyRouteComponent(() => import('./InstancesPage.tsx'), 'InstancesPage'),
    }),
    createRoute({
      getParentRoute: () => operatorRoute,
      path: '/nodes',
      component: lazyRouteComponent(() => import('./NodesPage.tsx'), 'NodesPage'),
    }),
    createRoute({
      getParentRoute: () => operatorRoute,
      path: '/unmatched',
      validateSearch: ({ kind }: Record<string, unknown>): { kind?: 'incoming' } =>
        kind === 'incoming' ? { kind } : {},
      component: lazyRouteComponent(() => import('./UnmatchedPage.tsx'), 'UnmatchedPage'),
    }),
  ]),
] as const
