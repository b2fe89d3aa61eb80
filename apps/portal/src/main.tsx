import { actFor, actingFor } from './api/acting-for.ts'
import { toProblem } from './api/problem.ts'
import { ErrorState } from './components/ErrorState.tsx'
import { prepareToDraw } from './draw.tsx'
import { FirstFrame } from './layout/FirstFrame.tsx'
import { loadSessionPatiently } from './session/load-session.ts'
import { goToLogIn, thisAddress } from './session/log-in-page.ts'
import { loadAllTexts } from './texts/translations.ts'

// Browsers keep pages that were left, with everything they showed. Another user may be logged in when someone goes back
// to one.
window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())

const draw = prepareToDraw(loadAllTexts)

let portal: typeof import('./portal.tsx') | undefined
const loadingPortal = import('./portal.tsx').then((loaded) => {
  portal = loaded
  return loaded
})
// Who is not logged in does not wait for it.
loadingPortal.catch(() => undefined)

begin().catch((error: unknown) => {
  const { category, code } = toProblem(error)
  if (category === 'unauthenticated') goToLogIn(thisAddress())
  else if (actingFor() !== undefined && code === 'client-not-found') stopActing()
  else void draw(<ErrorState error={error} onRetry={() => window.location.reload()} />)
})

/** Shows the navigation as soon as it is known who is logged in, unless the portal itself has come by then. */
async function begin(): Promise<void> {
  const me = await loadSessionPatiently()
  if (me.role !== 'operator' && actingFor() !== undefined) return stopActing()
  if (portal === undefined) void draw(<FirstFrame role={me.role} />)
  const { drawPortal } = await loadingPortal
  await drawPortal(draw, me)
}

/** Another user has logged in in a tab in which an operator acted for a client. */
function stopActing(): void {
  actFor(undefined)
  window.location.reload()
}
