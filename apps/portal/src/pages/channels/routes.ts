import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

const channelsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels',
  component: lazyRouteComponent(() => import('./ChannelsPage.tsx'), 'ChannelsPage'),
})

const channelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/$channelId',
  component: lazyRouteComponent(() => import('./ChannelPage.tsx'), 'ChannelPage'),
})

export const channelsRoutes = [channelsRoute, channelRoute] as const
