import { lazy, Suspense } from 'react'
import { LogInPage } from './LogInPage.tsx'
import { presentPage } from './log-in-pages.ts'

// Needed seldom, so that the login page does not wait for them.
const PAGES = {
  'log-in': LogInPage,
  forgotten: lazy(() => import('./ForgottenPassword.tsx').then((page) => ({ default: page.ForgottenPassword }))),
  'new-password': lazy(() => import('./NewPassword.tsx').then((page) => ({ default: page.NewPassword }))),
}

/** The page before the login that the address asks for. */
export function PresentPage() {
  const Page = PAGES[presentPage()]
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}
