import { GatewayError, type PortalPage, type PortalPages, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { callPageEndpoint } from '../../../../core/config/src/index.ts'

const INSTANCE_ID = 'loyalty'

const PAGES: readonly PortalPage[] = [
  {
    id: 'points',
    title: { en: 'Points', fr: 'Points de fidélité' },
    icon: 'chart',
    roles: ROLES,
    files: [],
    endpoints: [
      {
        name: 'read',
        input: Type.Object({ client: Type.Optional(Type.Integer()) }, { additionalProperties: false }),
        handle: async ({ principal, input }) => ({ clientId: principal.clientId, role: principal.role, input }),
      },
      {
        name: 'reset',
        input: Type.Object({}, { additionalProperties: false }),
        isChange: true,
        handle: async () => null,
      },
    ],
  },
  { id: 'rules', title: { en: 'Rules' }, icon: 'settings', roles: ['operator'], files: [] },
]

/** A deployment with a plugin that has two pages in the portal, one of them for operators alone. */
export const samplePages: PortalPages = {
  list: () =>
    PAGES.map(({ id, title, icon, roles }) => ({
      instanceId: INSTANCE_ID,
      id,
      title,
      icon,
      roles,
      path: `/plugin-pages/${INSTANCE_ID}/${id}/`,
    })),
  async call(principal, { instanceId, ...request }) {
    if (instanceId === INSTANCE_ID) return callPageEndpoint(PAGES, principal, request)
    throw new GatewayError('not-found', 'unknown-path', 'There is no such resource')
  },
}
