import { POLICY_OF_FILES, SECURITY_HEADERS } from '@heliograph/wire'
import { BRAND_FOLDER } from './branded.ts'

/** The script by which pages of plugins talk to the portal. As frames without an origin have it, anyone may. */
const BRIDGE = 'bridge.js'

const FOR_FRAMES = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** The headers of the file at this path. */
export function headersOfFile(path: string): Readonly<Record<string, string>> {
  const headers = { ...SECURITY_HEADERS, 'content-security-policy': policyOfFile(path) }
  return path === BRIDGE ? { ...headers, ...FOR_FRAMES } : headers
}

/** The operator's images: even one that is opened on its own runs nothing. */
const POLICY_OF_BRAND = `${POLICY_OF_FILES}; sandbox`

/** The worker that holds the stream of changes for all tabs may connect to here: its own policy counts for it. */
const POLICY_OF_LIVE_WORKER = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

function policyOfFile(path: string): string {
  if (path.startsWith(`${BRAND_FOLDER}/`)) return POLICY_OF_BRAND
  return /^assets\/live-worker-[\w-]+\.js$/.test(path) ? POLICY_OF_LIVE_WORKER : POLICY_OF_FILES
}

/** What the page may load: from here only, and styles in the page itself when they bear the nonce. */
export function policyOfPage(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}
