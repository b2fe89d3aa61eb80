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

/** The parent of every page. One that fails leaves what is around it as it is. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  errorComponent: PageError,
})
