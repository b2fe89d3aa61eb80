import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { translations } from '../../scripts/translations.ts'
import type * as client from './client-entry.ts'

/** What the script adds to the page, as `globalThis.portalClient`. */
export type PortalClient = typeof client

/** A script with the pages' own client of the API, for tests that make requests without looking for buttons. */
export async function clientScript(): Promise<string> {
  const entry = fileURLToPath(new URL('client-entry.ts', import.meta.url))
  const lib = { entry, name: 'portalClient', formats: ['iife' as const] }
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [translations()],
    build: { write: false, lib },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  return output[0].code
}
