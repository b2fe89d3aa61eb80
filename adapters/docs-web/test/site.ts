import { createDocsWeb } from '../src/adapter.ts'

/** An instance of the adapter with files that never change. */
export const docsWeb = createDocsWeb(new URL('fixtures/site/', import.meta.url))

/** The same for an installation that has not been built. */
export const unbuilt = createDocsWeb(new URL('fixtures/none/', import.meta.url))

export const ACCOUNT = { name: 'Acme', country: 'ZA' }

/** The path of a file whose name changes with its contents. */
export const SCRIPT = '/docs/assets/app-aaaa.js'
