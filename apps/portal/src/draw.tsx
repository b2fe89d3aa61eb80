import '@mantine/core/styles.css'
import './theme/base.css'
import { MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LanguageProvider } from './language/language.tsx'
import { cssVariables, theme } from './theme/theme.ts'

/** The Content-Security-Policy allows styles created while a page is shown only with this nonce. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Renders this in the viewer's language and theme. */
export function draw(content: ReactNode): void {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <LanguageProvider>{content}</LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
