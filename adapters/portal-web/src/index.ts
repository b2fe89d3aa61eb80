import { NONCE_PLACEHOLDER, PORTAL_FILES } from '@heliograph/portal'
import { createPortalWeb } from './adapter.ts'

/** Serves the pages of the portal. */
export default createPortalWeb({ folder: PORTAL_FILES, noncePlaceholder: NONCE_PLACEHOLDER })
export type { PortalWebConfig } from './config.ts'
