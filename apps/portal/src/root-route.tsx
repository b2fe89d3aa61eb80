import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { NotFound } from './layout/NotFound.tsx'
import { PageError } from './layout/PageError.tsx'

export interface RouterContext {
  readonly queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotFound,
  errorComponent: PageError,
})

/** The parent of every page. A page that fails leaves the layout around it intact. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  errorComponent: PageError,
})
