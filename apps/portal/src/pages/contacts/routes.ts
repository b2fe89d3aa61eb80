import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

/** Which contacts the list shows. */
export interface ContactsSearch {
  /** The beginning of the name or the number. */
  readonly q?: string
  readonly group?: number
  readonly status?: 'opted-in' | 'opted-out'
}

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
