import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { laterFiles } from './scripts/later-files.ts'
import { mantineStyles } from './scripts/mantine-styles.ts'
import { modulesOf } from './scripts/modules-of.ts'
import { NONCE_PLACEHOLDER } from './src/index.ts'

/** Where the gateway listens that `vite` serves the pages of while they are worked on. */
const GATEWAY = process.env.GATEWAY ?? 'http://127.0.0.1:8080'

const OVERVIEW = 'src/pages/overview/OverviewPage.tsx'

const plugins = () => [react(), mantineStyles()]

/**
 * What both pages begin with is one file, what the portal needs besides is another, and so is the overview, rather than fifty small ones: browsers ask for six at once
 * over HTTP/1.1, and each further six wait for a round trip.
 */
async function bundles() {
  const logIn = await modulesOf('src/log-in.tsx', plugins())
  const overview = await modulesOf(OVERVIEW, plugins())
  const isOfLogInOnly = (id: string) => /[/]src[/](log-in|later|pages[/]log-in[/].*|texts[/]log-in)[.]tsx?$/.test(id)
  return [
    { name: 'base', test: (id: string) => logIn.has(id) && !isOfLogInOnly(id), priority: 2 },
    {
      ...{ name: 'portal', tags: ['$initial' as const], priority: 1 },
      test: (id: string) => !isOfLogInOnly(id) && !id.endsWith('.html'),
    },
    { name: 'overview', test: (id: string) => overview.has(id) && !id.endsWith(OVERVIEW) },
  ]
}

export default defineConfig(async ({ command }) => ({
  base: '/portal/',
  plugins: [...plugins(), laterFiles({ page: 'log-in.html', modules: ['src/main.tsx', OVERVIEW] })],
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    outDir: 'dist/pages',
    target: 'es2022',
    manifest: true,
    // Browsers that do not know of it load the same files a little later.
    modulePreload: { polyfill: false },
    // A data: address is a thing the Content-Security-Policy would have to allow.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: ['index.html', 'log-in.html'],
      output: { codeSplitting: { groups: command === 'build' ? await bundles() : [] } },
    },
  },
  server: { proxy: { '/portal/api': GATEWAY } },
}))
