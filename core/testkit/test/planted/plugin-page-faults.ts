import type { Plugin, PortalPage } from '@heliograph/contracts'
import { Type } from 'typebox'
import { CALLERS_TOKEN, file } from '../fixtures/counting-plugin.ts'
import type { PluginFault } from './plugin-fault.ts'

const SHOWN = 'has pages that the portal can show'
const WHOLE = 'its pages are whole, and name nothing of others'
const READ = 'shows the count in the portal'

/** A plugin whose page is declared otherwise. */
const declared = (change: (page: PortalPage) => Partial<PortalPage>): Pick<PluginFault, 'parts'> => ({
  parts: () => ({
    finish: (plugin): Plugin => ({ ...plugin, pages: plugin.pages?.map((page) => ({ ...page, ...change(page) })) }),
  }),
})

const written = (text: string): Pick<PluginFault, 'parts'> => ({ parts: () => ({ pageText: () => text }) })

/** In its pages in the portal. */
export const PAGE_FAULTS: readonly PluginFault[] = [
  {
    name: 'a capability without pages',
    parts: () => ({ finish: ({ pages: _, ...plugin }) => plugin }),
    fails: SHOWN,
    because: /pages and the capability pages disagree/,
  },
  { name: 'a page for no role', ...declared(() => ({ roles: [] })), fails: SHOWN, because: /is for no role/ },
  {
    name: 'a picture that the portal lacks',
    ...declared(() => ({ icon: 'rocket' as never })),
    fails: SHOWN,
    because: /has the icon 'rocket'/,
  },
  {
    name: 'an endpoint that no test calls',
    ...declared(({ endpoints = [] }) => ({
      endpoints: [...endpoints, ...endpoints.map((endpoint) => ({ ...endpoint, name: 'more' }))],
    })),
    fails: 'its table calls every endpoint of its pages',
    because: /that no row of `pages` calls/,
  },
  {
    name: 'a script of another server',
    ...written('<!doctype html><script src="https://cdn.example/x.js"></script>'),
    fails: WHOLE,
    because: /names another server: https:..cdn\.example/,
  },
  {
    name: 'a script in the page',
    ...written('<!doctype html><script>alert(1)</script>'),
    fails: WHOLE,
    because: /has a script of its own/,
  },
  {
    name: 'a handler in the page',
    ...written('<!doctype html><button onclick="go()">Go</button>'),
    fails: WHOLE,
    because: /has a script of its own/,
  },
  {
    name: 'a file that is not there',
    ...written('<!doctype html><link rel="stylesheet" href="page.css">'),
    fails: WHOLE,
    because: /names a file that is not there: page\.css/,
  },
  {
    name: 'a file from the root',
    ...written('<!doctype html><script src="/page.js"></script>'),
    fails: WHOLE,
    because: /names what is not its own: .page\.js/,
  },
  {
    name: 'a page that is a text',
    ...declared(() => ({ files: [file('/', 'text/plain', () => 'Count')] })),
    fails: WHOLE,
    because: /is not HTML/,
  },
  {
    name: 'a secret in the page',
    ...written(`<!doctype html><p>${CALLERS_TOKEN}</p>`),
    fails: WHOLE,
    because: /a secret of the configuration/,
  },
  {
    name: 'an answer for whichever client asks',
    parts: (good) => ({ answerPage: async () => ({ client: 'Acme', count: await good.read() }) }),
    fails: `tells users of another client nothing of this: ${READ}`,
    because: /a stranger is told the same/,
  },
  {
    name: 'an input that nothing checks',
    ...declared(({ endpoints = [] }) => ({
      endpoints: endpoints.map((endpoint) => ({ ...endpoint, input: Type.Object({}) })),
    })),
    fails: `refuses an input that nothing is known of: ${READ}`,
    because: /`additionalProperties: false` is missing/,
  },
  {
    name: 'a zero on the page when the store is away',
    parts: (good) => ({
      answerPage: async ({ principal }) => ({ client: principal.clientName, count: await good.read().catch(() => 0) }),
    }),
    fails: `is no success when a service fails: ${READ}`,
    because: /failed, and the answer\.count should be 1/,
  },
  {
    name: 'a secret for the page',
    parts: () => ({ answerPage: async () => ({ client: 'Acme', count: 1, token: CALLERS_TOKEN }) }),
    fails: READ,
    because: /a secret of the configuration/,
  },
]
