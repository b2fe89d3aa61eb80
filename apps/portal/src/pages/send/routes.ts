import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const sendRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/send',
    component: lazyRouteComponent(() => import('./SendPage.tsx'), 'SendPage'),
    /** Numbers passed in a link, separated by commas. */
    validateSearch: ({ to }: { to?: unknown }): { to?: string } => (to === undefined ? {} : { to: String(to) }),
  }),
] as const
