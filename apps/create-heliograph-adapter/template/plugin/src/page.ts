import { definePageEndpoint, type PortalPage, type RouteSpec } from '@heliograph/contracts'
import { Type } from 'typebox'
import type { DeliveredCount } from './delivered-count.ts'

const HTML = `<!doctype html>
<html>
  <head>
    <meta charset="utf-8">
    <title>Delivered</title>
    <style>body { margin: 0; font-family: var(--portal-font); color: var(--portal-text) }</style>
    <script type="module" src="page.js"></script>
  </head>
  <body>
    <p><strong id="count"></strong> messages were delivered.</p>
  </body>
</html>
`

const SCRIPT = `import { openPortal } from '/portal/bridge.js'

const portal = await openPortal()
const { delivered } = await portal.call('count')
document.getElementById('count').textContent = delivered.toLocaleString(portal.state.language)
`

/** Pages in the portal. A page has files that anyone may see, and endpoints that only its users can call. */
export function createPages(count: Pick<DeliveredCount, 'read'>): readonly PortalPage[] {
  return [
    {
      id: 'count',
      title: { en: 'Delivered', fr: 'Livrés', de: 'Zugestellt', ar: 'المُسلَّمة' },
      icon: 'chart',
      // The count is that of all clients.
      roles: ['operator'],
      files: [file('/', 'text/html', HTML), file('/page.js', 'text/javascript', SCRIPT)],
      endpoints: [
        definePageEndpoint({
          name: 'count',
          input: Type.Object({}, { additionalProperties: false }),
          handle: async () => ({ delivered: await count.read() }),
        }),
      ],
    },
  ]
}

function file(path: string, type: string, body: string): RouteSpec {
  const headers = { 'content-type': `${type}; charset=utf-8` }
  return { method: 'GET', path, bodyLimit: 0, handler: () => ({ status: 200, headers, body }) }
}
