import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'
import type { ContactsSearch } from './contacts-search.ts'

export const contactsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contacts',
    validateSearch: ({ q, group, status }: Record<string, unknown>): ContactsSearch => ({
      ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
      ...(Number.isSafeInteger(group) && { group: group as number }),
      ...((status === 'opted-in' || status === 'opted-out') && { status }),
    }),
    component: lazyRouteComponent(() => import('./ContactsPage.tsx'), 'ContactsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contacts/import',
    component: lazyRouteComponent(() => import('./ImportPage.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/contacts/$mobile',
    component: lazyRouteComponent(() => import('./ContactPage.tsx'), 'ContactPage'),
  }),
] as const
