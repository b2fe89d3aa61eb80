import { CatchBoundary, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { LoadingRows } from '../components/LoadingRows.tsx'
import { Layout } from './Layout.tsx'
import { PageError } from './PageError.tsx'

/** The layout around the current page. It is shown and usable before the first page has loaded. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const hasPage = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined })
  return (
    <CatchBoundary getResetKey={() => 'frame'} errorComponent={PageError}>
      <Suspense>
        <Layout>
          {!hasPage && <LoadingRows />}
          {children}
        </Layout>
      </Suspense>
    </CatchBoundary>
  )
}
