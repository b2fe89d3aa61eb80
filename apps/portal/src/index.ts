/** Folder of the built pages: `index.html`, hashed files under `assets/`, and `.br` and `.gz` siblings of what compresses. It is absent until `build` has run. */
export const PORTAL_FILES = new URL('../dist/pages/', import.meta.url)

/** Stands in `index.html` wherever the nonce of the Content-Security-Policy belongs: whoever serves the page replaces it, each time by another. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__'
