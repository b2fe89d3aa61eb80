import type { RouteSpec } from '@heliograph/contracts'
import { code, renderTable } from './markdown-table.ts'

const DEFAULT_BODY_LIMIT = 1024 * 1024

/** The routes of an adapter as a Markdown table: method, path and the largest body. @stability stable */
export function renderRoutesTable(routes: readonly RouteSpec[]): string {
  const rows = routes.map((route) => [
    route.method === 'ANY' ? 'any' : route.method,
    `${code(route.path)}${route.ignoreCase ? ' (any case)' : ''}`,
    octets(route.bodyLimit ?? DEFAULT_BODY_LIMIT),
  ])
  return renderTable(['Method', 'Path', 'Largest body'], rows)
}

function octets(count: number): string {
  if (count % (1024 * 1024) === 0) return `${count / 1024 / 1024} MiB`
  if (count % 1024 === 0) return `${count / 1024} KiB`
  return `${count} octets`
}
