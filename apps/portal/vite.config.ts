import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadMain } from './scripts/preload-main.ts'
import { NONCE_PLACEHOLDER } from './src/index.ts'

/**
 * What the first page needs is one file, rather than twenty small ones: browsers ask for six at once over HTTP/1.1, and each further six wait for a round trip.
 * The helper that loads the others stands alone, so that the first script waits for nothing.
 */
const FILES = [
  { name: 'preload', test: /vite\/preload-helper/, priority: 2 },
  {
    name: 'base',
    test: new RegExp(
      [
        '/node_modules/(react|react-dom|scheduler|clsx|openapi-fetch|openapi-react-query|use-sync-external-store)/',
        '/node_modules/@tanstack/(react-)?(query|router|store)(-core)?/|/node_modules/@tanstack/history/',
        '/node_modules/@mantine/(hooks|store)/',
        '/node_modules/@mantine/core/esm/(core|utils)/',
        '/node_modules/@mantine/core/esm/components/(ActionIcon|Alert|Box|Button|Center|CloseButton|Code|Flex|Group|Input|InputBase|Loader|Paper|PasswordInput|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)/',
        '/src/(api|language|session|theme)/.*[.]tsx?$',
        '/src/components/(ErrorState|LoadingRows|PageHeader)',
        '/src/texts/(problems|shell)',
      ].join('|'),
    ),
    priority: 1,
  },
]

/** Where the gateway listens that `vite` serves the pages of while they are worked on. */
const GATEWAY = process.env.GATEWAY ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/portal/',
  plugins: [react(), preloadMain('src/main.tsx')],
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    outDir: 'dist/pages',
    target: 'es2022',
    manifest: true,
    // A data: address is a thing the Content-Security-Policy would have to allow.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups: FILES } } },
  },
  server: { proxy: { '/portal/api': GATEWAY } },
})
