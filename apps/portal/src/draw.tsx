import '@mantine/core/styles.css'
import './theme/base.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LanguageProvider, type LoadTranslation, loadLanguage, markPage } from './language/language.tsx'
import { directionOf } from './language/languages.ts'
import { cssVariables, theme } from './theme/theme.ts'

/** The Content-Security-Policy allows styles created while a page is shown only with this nonce. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Renders this in the viewer's language and theme, in the place of what was there. */
export type Draw = (content: ReactNode) => Promise<void>

/** Begins to load the texts in the viewer's language. */
export function prepareToDraw(load: LoadTranslation): Draw {
  const loading = loadLanguage(load)
  const root = createRoot(document.getElementById('root') as HTMLElement)
  return async (content) => {
    const initial = await loading
    markPage(initial.language)
    root.render(
      <StrictMode>
        <DirectionProvider initialDirection={directionOf(initial.language)}>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={cssVariables}
            defaultColorScheme="auto"
            getStyleNonce={() => nonce}
          >
            <LanguageProvider initial={initial} load={load}>
              {content}
            </LanguageProvider>
          </MantineProvider>
        </DirectionProvider>
      </StrictMode>,
    )
  }
}
