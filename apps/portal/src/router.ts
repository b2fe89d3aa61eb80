import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { Frame } from './layout/Frame.tsx'
import { NotFound } from './layout/NotFound.tsx'
import { PageError } from './layout/PageError.tsx'
import { routes } from './routes.ts'

/** The pages by address. Every address of the portal begins with `/portal`. */
export function createPortalRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: routes,
    basepath: '/portal',
    context: { queryClient },
    InnerWrap: Frame,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageError,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
