import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../root-route.tsx'

export const logInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/log-in',
    validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {}),
    component: lazyRouteComponent(() => import('./LogInPage.tsx'), 'LogInPage'),
  }),
] as const
