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

/** What the frame loads beside every page, once it is drawn. */
const BESIDE = ['AlertWatch', 'NotificationArea', 'PluginLinks'] as const

/** From as many pages on, what they have in common is in the file of what pages share. */
const SHARED_BY = 4

/**
 * The code that both pages share is one file, what else the first frame of the portal needs is another, what else all
 * pages of the portal need is a third, and the overview is a fourth. What the frame loads beside the pages is a file as
 * well, and so is what several pages share. It would be a hundred small files otherwise: over HTTP/1.1 browsers request
 * six at once, and each further six wait for a round trip.
 */
async function bundles() {
  const beside = Object.fromEntries(BESIDE.map((name) => [name, `src/layout/${name}.tsx`]))
  const entries = { logIn: 'src/log-in.tsx', portal: PORTAL, overview: OVERVIEW, ...beside }
  const modules: Readonly<Record<string, ReadonlySet<string>>> = await modulesOf(entries, plugins())
  const isNeededBy = (name: string, id: string) => modules[name]?.has(id) === true
  const isOfLogInOnly = (id: string) =>
    /[/]src[/](log-in|later|pages[/]log-in[/].*|texts[/](?:en[/]|fr[/])?log-in)[.](?:tsx?|json)$/.test(id)
  const isOfPortal = (id: string) => !isOfLogInOnly(id) && !id.endsWith('.html')
  return [
    { name: 'base', test: (id: string) => isNeededBy('logIn', id) && !isOfLogInOnly(id), priority: 5 },
    { name: 'frame', tags: ['$initial' as const], test: isOfPortal, priority: 4 },
    { name: 'portal', test: (id: string) => isNeededBy('portal', id) && !id.endsWith(PORTAL), priority: 3 },
    { name: 'overview', test: (id: string) => isNeededBy('overview', id) && !id.endsWith(OVERVIEW), priority: 2 },
    { name: 'beside', test: (id: string) => BESIDE.some((name) => isNeededBy(name, id)), priority: 1 },
    { name: 'shared', test: isOfPortal, minShareCount: SHARED_BY, priority: 0 },
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
