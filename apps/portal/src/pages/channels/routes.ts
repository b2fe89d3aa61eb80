import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const channelsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/channels',
    component: lazyRouteComponent(() => import('./ChannelsPage.tsx'), 'ChannelsPage'),
  }),
] as const
