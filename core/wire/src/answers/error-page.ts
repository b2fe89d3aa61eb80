import { ERROR_STATUSES, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'
import { POLICY_OF_FILES, SECURITY_HEADERS } from '../files/file-response.ts'
import { escapeHtml } from './escape-html.ts'
import { htmlResponse } from './responses.ts'

/** Where a page leads on to. */
export interface PageLink {
  /** An address of this server. */
  readonly path: string
  /** What the link says. */
  readonly text: string
}

/**
 * Returns what writes an error as a page: status and message of the error under the name of the product, and a link.
 * The page loads nothing, may not be framed and is not stored.
 */
export function errorPages(product: string, link: PageLink): (error: GatewayError) => HttpResponse {
  return (error) => {
    const status = ERROR_STATUSES[error.category]
    return htmlResponse(status, page(`${product}: ${status}`, error.publicMessage, link), {
      ...SECURITY_HEADERS,
      ...errorHeaders(error),
      'cache-control': 'no-store',
      'content-security-policy': POLICY_OF_FILES,
    })
  }
}

function page(title: string, message: string, link: PageLink): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head>
<body><h1>${escapeHtml(message)}</h1><p><a href="${escapeHtml(link.path)}">${escapeHtml(link.text)}</a></p></body>
</html>
`
}
