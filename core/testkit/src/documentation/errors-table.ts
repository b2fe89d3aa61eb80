import type { ErrorCategory, GatewayError, HttpResponse } from '@heliograph/contracts'
import { forcedError } from '../memory/faults.ts'
import { code, renderTable } from './markdown-table.ts'

const MEANINGS: Readonly<Record<ErrorCategory, string>> = {
  invalid: 'The request is wrong; unchanged it cannot work.',
  unauthenticated: 'No credential, or one that is not good.',
  forbidden: 'A good credential that may not do this now: no credit, no channel.',
  'not-found': 'There is no such thing for this account.',
  'method-not-allowed': 'The path has no such method.',
  conflict: 'The state of the thing does not permit it.',
  'too-large': 'The request is too large.',
  throttled: 'Too many requests.',
  unavailable: 'Something the gateway depends on is unavailable; nothing was accepted.',
  internal: 'A fault of the gateway; nothing was accepted.',
}

/** The closed list of categories. */
export const ERROR_CATEGORIES = Object.keys(MEANINGS) as readonly ErrorCategory[]

/**
 * Renders how an adapter answers each category of error as a Markdown table: the HTTP status, and what it means.
 * @stability stable
 */
export function renderErrorsTable(formatError: (error: GatewayError) => HttpResponse): string {
  const rows = ERROR_CATEGORIES.map((category) => [
    code(category),
    String(formatError(forcedError(category)).status),
    MEANINGS[category],
  ])
  return renderTable(['Category', 'HTTP status', 'When'], rows)
}
