import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { lazy, Suspense } from 'react'
import { actFor, actingFor } from './api/acting-for.ts'
import { toProblem } from './api/problem.ts'
import { createQueryClient } from './api/query-client.ts'
import { whenSessionEnds } from './api/requests.ts'
import { ErrorState } from './components/ErrorState.tsx'
import { nonce, prepareToDraw } from './draw.tsx'
import { createPortalRouter } from './router.ts'
import { keepDrafts } from './session/draft.ts'
import { goToLogIn, logInAgain } from './session/log-in-page.ts'
import { type Me, sessionQuery } from './session/session.ts'
import { loadAllTexts } from './texts/translations.ts'

// The library that keeps the page behind a dialog from scrolling takes the nonce from here.
setNonce(nonce)

// Browsers keep pages that were left, with everything they showed. Another user may be logged in when someone goes back
// to one.
window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())

const Notifications = lazy(() => import('./layout/NotificationArea.tsx'))

const draw = prepareToDraw(loadAllTexts)

const queryClient = createQueryClient()
const router = createPortalRouter(queryClient)

queryClient.ensureQueryData(sessionQuery).then(begin, (error: unknown) => {
  const { category, code } = toProblem(error)
  if (category === 'unauthenticated') goToLogIn(router.latestLocation.href)
  else if (actingFor() !== undefined && code === 'client-not-found') stopActing()
  else void draw(<ErrorState error={error} onRetry={() => window.location.reload()} />)
})

function begin({ role }: Me): void {
  if (role !== 'operator' && actingFor() !== undefined) stopActing()
  else drawPortal()
}

/** Another user has logged in in a tab in which an operator acted for a client. */
function stopActing(): void {
  actFor(undefined)
  window.location.reload()
}

function drawPortal(): void {
  whenSessionEnds(() => {
    keepDrafts()
    logInAgain(router.latestLocation.href)
  })
  void draw(
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <Notifications />
      </Suspense>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
