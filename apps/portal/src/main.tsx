import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { lazy, Suspense } from 'react'
import { toProblem } from './api/problem.ts'
import { createQueryClient } from './api/query-client.ts'
import { ErrorState } from './components/ErrorState.tsx'
import { draw, nonce } from './draw.tsx'
import { createPortalRouter } from './router.ts'
import { goToLogIn } from './session/log-in-page.ts'
import { sessionQuery } from './session/session.ts'

// The library that keeps the page behind a dialog from scrolling takes the nonce from here.
setNonce(nonce)

// Browsers keep pages that were left, with everything they showed. Another user may be logged in when someone goes back
// to one.
window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())

const Notifications = lazy(() => import('./layout/NotificationArea.tsx'))

const queryClient = createQueryClient()
const router = createPortalRouter(queryClient)

queryClient.ensureQueryData(sessionQuery).then(drawPortal, (error: unknown) => {
  if (toProblem(error).category === 'unauthenticated') goToLogIn(router.latestLocation.href)
  else draw(<ErrorState error={error} onRetry={() => window.location.reload()} />)
})

function drawPortal(): void {
  draw(
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <Notifications />
      </Suspense>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
