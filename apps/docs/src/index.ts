/**
 * Folder of the built site: pages, hashed files under `assets/`, and `.br` and `.gz` siblings of files that compress.
 * Its addresses begin with `/docs/`. It does not exist until `build` has run.
 */
export const DOCS_FILES = new URL('../dist/site/', import.meta.url)

/**
 * The Content-Security-Policy under which the pages work: everything comes from their own server, and no script stands
 * in a page itself. Highlighted code and aligned columns have their colours and places in attributes.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')
