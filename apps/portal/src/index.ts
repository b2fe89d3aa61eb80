/** Folder of the built pages: `index.html`, `log-in.html`, hashed files under `assets/`, and `.br` and `.gz` siblings of what compresses. It is absent until `build` has run. */
export const PORTAL_FILES = new URL('../dist/pages/', import.meta.url)

/** Stands in the pages wherever the nonce of the Content-Security-Policy belongs: whoever serves them replaces it, each time by another. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__'
