import { DOCS_POLICY } from '@heliograph/docs'
import { POLICY_OF_FILES, SECURITY_HEADERS } from '@heliograph/wire'

/** The headers of the file at this path. */
export function headersOfFile(path: string): Readonly<Record<string, string>> {
  const policy = path.endsWith('.html') ? DOCS_POLICY : POLICY_OF_FILES
  return { ...SECURITY_HEADERS, 'content-security-policy': policy }
}
