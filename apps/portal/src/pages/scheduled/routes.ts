import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const scheduledRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/scheduled',
    validateSearch: ({ view }: Record<string, unknown>): { view?: 'calendar' } => (view === 'calendar' ? { view } : {}),
    component: lazyRouteComponent(() => import('./ScheduledPage.tsx'), 'ScheduledPage'),
  }),
] as const
