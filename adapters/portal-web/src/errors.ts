import { ERROR_STATUSES, errorHeaders, GatewayError, type HttpResponse } from '@heliograph/contracts'
import { escapeHtml, htmlResponse, SECURITY_HEADERS } from '@heliograph/wire'
import { POLICY_OF_FILES } from './security-headers.ts'

/** For a file that is not there. */
export function noSuchFile(): GatewayError {
  return new GatewayError('not-found', 'unknown-path', 'There is nothing at this address')
}

/** For when there is nothing to serve. */
export function notBuilt(): GatewayError {
  const text = 'The pages of the portal have not been built: run pnpm --filter @heliograph/portal build'
  return new GatewayError('unavailable', 'portal-not-built', text)
}

/** Writes an error as a self-contained page of the product with this name. */
export function errorFormat(product: string): (error: GatewayError) => HttpResponse {
  return (error) => {
    const status = ERROR_STATUSES[error.category]
    return htmlResponse(status, page(`${product}: ${status}`, error.publicMessage), {
      ...SECURITY_HEADERS,
      ...errorHeaders(error),
      'cache-control': 'no-store',
      'content-security-policy': POLICY_OF_FILES,
    })
  }
}

function page(title: string, message: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head>
<body><h1>${escapeHtml(message)}</h1><p><a href="/portal/">To the portal</a></p></body>
</html>
`
}
