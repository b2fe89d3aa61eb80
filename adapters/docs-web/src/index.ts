import { DOCS_FILES } from '@heliograph/docs'
import { createDocsWeb } from './adapter.ts'

/** Serves the documentation. */
export default createDocsWeb(DOCS_FILES)
export type { DocsWebConfig } from './config.ts'
