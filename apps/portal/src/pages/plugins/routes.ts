import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const pluginsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/plugins/$instance/$page',
    component: lazyRouteComponent(() => import('./PluginPage.tsx'), 'PluginPage'),
  }),
] as const
