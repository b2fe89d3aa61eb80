import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { laterFiles } from './scripts/later-files.ts'
import { mantineStyles } from './scripts/mantine-styles.ts'
import { modulesOf } from './scripts/modules-of.ts'
import { translations } from './scripts/translations.ts'
import { NONCE_PLACEHOLDER } from './src/index.ts'

/** Address of the gateway whose pages `vite` serves during development. */
const GATEWAY = process.env.GATEWAY ?? 'http://127.0.0.1:8080'

const PORTAL = 'src/portal.tsx'
const OVERVIEW = 'src/pages/overview/OverviewPage.tsx'

const plugins = () => [react(), mantineStyles(), translations()]

/**
 * The code that both pages share is one file, what else the first frame of the portal needs is another, what else all
 * pages of the portal need is a third, and the overview is a fourth, rather than fifty small ones: over HTTP/1.1
 * browsers request six at once, and each further six wait for a round trip.
 */
async function bundles() {
  const logIn = await modulesOf('src/log-in.tsx', plugins())
  const portal = await modulesOf(PORTAL, plugins())
  const overview = await modulesOf(OVERVIEW, plugins())
  const isOfLogInOnly = (id: string) =>
    /[/]src[/](log-in|later|pages[/]log-in[/].*|texts[/](?:en[/]|fr[/])?log-in)[.](?:tsx?|json)$/.test(id)
  return [
    { name: 'base', test: (id: string) => logIn.has(id) && !isOfLogInOnly(id), priority: 3 },
    {
      name: 'frame',
      tags: ['$initial' as const],
      priority: 2,
      test: (id: string) => !isOfLogInOnly(id) && !id.endsWith('.html'),
    },
    { name: 'portal', test: (id: string) => portal.has(id) && !id.endsWith(PORTAL), priority: 1 },
    { name: 'overview', test: (id: string) => overview.has(id) && !id.endsWith(OVERVIEW) },
  ]
}

export default defineConfig(async ({ command }) => ({
  base: '/portal/',
  plugins: [...plugins(), laterFiles({ page: 'log-in.html', modules: ['src/main.tsx', PORTAL, OVERVIEW] })],
  json: { namedExports: false },
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    outDir: 'dist/pages',
    target: 'es2022',
    manifest: true,
    // Browsers that do not support it load the same files a little later.
    modulePreload: { polyfill: false },
    // The Content-Security-Policy would have to allow data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: ['index.html', 'log-in.html'],
      output: { codeSplitting: { groups: command === 'build' ? await bundles() : [] } },
    },
  },
  server: { proxy: { '/portal/api': GATEWAY, '/plugin-pages': GATEWAY } },
}))
