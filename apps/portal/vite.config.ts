import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { NONCE_PLACEHOLDER } from './files.js'

/** Where the gateway listens that `vite` serves the pages of while they are worked on. */
const GATEWAY = process.env.GATEWAY ?? 'http://127.0.0.1:8080'

export default defineConfig({
  base: '/portal/',
  plugins: [react()],
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    target: 'es2022',
    manifest: true,
    // A data: address is a thing the Content-Security-Policy would have to allow.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
  },
  server: { proxy: { '/portal/api': GATEWAY } },
})
