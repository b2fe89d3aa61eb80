import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'
import { readWebhookSearch } from './webhook-search.ts'

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  validateSearch: readWebhookSearch,
  component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
})

const verifyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/verify',
  component: lazyRouteComponent(() => import('./VerifyPage.tsx'), 'VerifyPage'),
})

export const webhooksRoutes = [webhooksRoute, verifyRoute] as const
