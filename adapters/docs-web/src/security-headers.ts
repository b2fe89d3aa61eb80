import { DOCS_POLICY } from '@heliograph/docs'
import { SECURITY_HEADERS } from '@heliograph/wire'

/** For files that are not pages: opened on its own, such a file may do nothing. */
export const POLICY_OF_FILES = "default-src 'none'; frame-ancestors 'none'"

/** The headers of the file at this path. */
export function headersOfFile(path: string): Readonly<Record<string, string>> {
  const policy = path.endsWith('.html') ? DOCS_POLICY : POLICY_OF_FILES
  return { ...SECURITY_HEADERS, 'content-security-policy': policy }
}
