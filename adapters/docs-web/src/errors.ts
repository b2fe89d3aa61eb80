import { ERROR_STATUSES, errorHeaders, GatewayError, type HttpResponse } from '@heliograph/contracts'
import { escapeHtml, htmlResponse, SECURITY_HEADERS } from '@heliograph/wire'
import { POLICY_OF_FILES } from './security-headers.ts'

/** For when there is nothing to serve. */
export function notBuilt(): GatewayError {
  const text = 'The documentation has not been built: run pnpm --filter @heliograph/docs build'
  return new GatewayError('unavailable', 'docs-not-built', text)
}

/** Writes an error as a self-contained page of the product with this name. */
export function errorFormat(product: string): (error: GatewayError) => HttpResponse {
  return (error) => {
    const status = ERROR_STATUSES[error.category]
    const headers: Record<string, string> = {
      ...SECURITY_HEADERS,
      ...errorHeaders(error),
      'cache-control': 'no-store',
      'content-security-policy': POLICY_OF_FILES,
    }
    return htmlResponse(status, page(`${product}: ${status}`, error.publicMessage), headers)
  }
}

function page(title: string, message: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body><h1>${escapeHtml(message)}</h1><p><a href="/docs/">To the documentation</a></p></body>
</html>
`
}
