import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const phonesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/phones',
    component: lazyRouteComponent(() => import('./PhonesPage.tsx'), 'PhonesPage'),
  }),
] as const
