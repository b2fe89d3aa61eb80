import { readFileSync } from 'node:fs'

/** A plugin with pages in the portal: one that does what pages may, and two that try what they may not. */
const object = (properties) => ({ type: 'object', additionalProperties: false, properties })

export default {
  kind: 'plugin',
  apiVersion: 1,
  id: 'loyalty',
  version: '1.0.0',
  configSchema: object({}),
  capabilities: { carrier: false, pages: true },
  deps: {},
  create() {
    /** Names of headers that requests for its files have brought. */
    const headers = new Set()
    const file = (name, type, path = `/${name}`) => ({
      method: 'GET',
      path,
      handler(request) {
        for (const header of Object.keys(request.headers)) headers.add(header)
        const body = readFileSync(new URL(name, import.meta.url), 'utf8')
        return { status: 200, headers: { 'content-type': type, 'set-cookie': 'plugin=1' }, body }
      },
    })
    const page = (id, title, script) => ({
      id,
      title,
      icon: 'chart',
      roles: ['operator', 'admin', 'user'],
      files: [file('page.html', 'text/html', '/'), file(script, 'text/javascript', '/page.js')],
      endpoints: [
        {
          name: 'who',
          input: object({ more: { type: 'integer' } }),
          handle: async ({ principal: { email, role, clientName }, input }) => ({ email, role, clientName, input }),
        },
        { name: 'headers', input: object({}), handle: async () => [...headers] },
        {
          name: 'refuse',
          input: object({}),
          async handle() {
            const error = new Error('Not today')
            const marked = { [Symbol.for('heliograph.error')]: true, category: 'conflict', code: 'not-today' }
            throw Object.assign(error, marked, { publicMessage: 'Not today' })
          },
        },
      ],
    })
    return {
      pages: [
        page('points', { en: 'Points', fr: 'Points de fidélité' }, 'points.js'),
        page('thief', { en: 'Thief' }, 'thief.js'),
        { ...page('rules', { en: 'Rules' }, 'points.js'), roles: ['operator'] },
      ],
    }
  },
}
