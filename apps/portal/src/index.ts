/**
 * Folder of the built pages: `index.html`, `log-in.html`, hashed files under `assets/`, and `.br` and `.gz` siblings of
 * files that compress. It does not exist until `build` has run.
 */
export const PORTAL_FILES = new URL('../dist/pages/', import.meta.url)

/**
 * Marks the places in the pages where the nonce of the Content-Security-Policy belongs: the server replaces it by a new
 * one each time.
 */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__'
