import '@mantine/core/styles.css'
import './theme/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { LanguageProvider } from './language/language.tsx'
import { createPortalRouter } from './router.ts'
import { cssVariables, theme } from './theme/theme.ts'

/** Styles made while the portal runs are let through by the policy of the page only with this. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// The one that keeps the page behind a dialog from scrolling takes it from here.
setNonce(nonce)

const Notifications = lazy(() => import('./layout/NotificationArea.tsx'))

/** Draws the portal. */
export async function start(): Promise<void> {
  const queryClient = createQueryClient()
  const router = createPortalRouter(queryClient)
  // React waits 300 ms before it shows what it has had to wait for; with the page at hand it has not.
  await router.load()

  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <LanguageProvider>
          <QueryClientProvider client={queryClient}>
            <Suspense>
              <Notifications />
            </Suspense>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
