import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { lazy, Suspense } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { whenSessionEnds } from './api/requests.ts'
import { type Draw, nonce } from './draw.tsx'
import { createPortalRouter } from './router.ts'
import { keepDrafts } from './session/draft.ts'
import type { Me } from './session/load-session.ts'
import { logInAgain } from './session/log-in-page.ts'
import { sessionQuery } from './session/session.ts'

// The library that keeps the page behind a dialog from scrolling takes the nonce from here.
setNonce(nonce)

const Notifications = lazy(() => import('./layout/NotificationArea.tsx'))

/** Draws the pages, for who is logged in. */
export async function drawPortal(draw: Draw, me: Me): Promise<void> {
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, me)
  const router = createPortalRouter(queryClient)
  whenSessionEnds(() => {
    keepDrafts()
    logInAgain(router.latestLocation.href)
  })
  await draw(
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <Notifications />
      </Suspense>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
