import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { toProblem } from './api/problem.ts'
import { NotFound } from './layout/NotFound.tsx'
import { PageError } from './layout/PageError.tsx'
import { sessionQuery } from './session/session.ts'

export interface RouterContext {
  readonly queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotFound,
  errorComponent: PageError,
})

/** The parent of every page for those who are logged in: it has the layout, and sends everybody else to the log-in page. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./layout/Layout.tsx'), 'Layout'),
  errorComponent: PageError,
  async beforeLoad({ context, location }) {
    try {
      await context.queryClient.ensureQueryData(sessionQuery)
    } catch (error) {
      if (toProblem(error).category !== 'unauthenticated') throw error
      throw redirect({ to: '/log-in', search: { to: location.href } })
    }
  },
})
