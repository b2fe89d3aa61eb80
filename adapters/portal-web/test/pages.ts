import { createPortalWeb } from '../src/adapter.ts'

/** An instance of the adapter with pages that never change. */
export const portalWeb = createPortalWeb({
  folder: new URL('fixtures/pages/', import.meta.url),
  noncePlaceholder: '__CSP_NONCE__',
})

/** The same for an installation that has not been built. */
export const unbuilt = createPortalWeb({
  folder: new URL('fixtures/none/', import.meta.url),
  noncePlaceholder: '__CSP_NONCE__',
})

export const ACCOUNT = { name: 'Acme', country: 'ZA' }

/** The path of a file whose name changes with its contents. */
export const SCRIPT = '/portal/assets/index-aaaa.js'
