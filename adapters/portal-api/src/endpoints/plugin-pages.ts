import { PAGE_ICONS, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../endpoint.ts'
import { nullable } from '../schemas.ts'

/** What a page may give to an endpoint of its plugin, in octets. */
const LARGEST_INPUT = 65_536

const pageSchema = Type.Object(
  {
    instanceId: Type.String(),
    pageId: Type.String(),
    title: Type.Record(Type.String(), Type.String(), {
      description: 'Titles by language (BCP 47). `en` is always present.',
    }),
    icon: Type.Enum([...PAGE_ICONS], { title: 'PluginPageIcon' }),
    path: Type.String({
      description: 'URL of the page, to be loaded in a frame with the sandbox `allow-scripts allow-forms`.',
    }),
  },
  { title: 'PluginPage' },
)

const listPluginPages = defineEndpoint({
  method: 'GET',
  path: '/plugin-pages',
  id: 'listPluginPages',
  summary: 'List pages that plugins add to the portal',
  roles: ROLES,
  answer: Type.Object({ records: Type.Array(pageSchema), next: nullable(Type.Integer()) }, { title: 'PluginPageList' }),
  async handle({ services }, { self }) {
    const records = services.portalPages
      .list()
      .filter(({ roles }) => roles.includes(self.role))
      .map(({ instanceId, id: pageId, title, icon, path }) => ({ instanceId, pageId, title: { ...title }, icon, path }))
    return { records, next: null }
  },
})

const callPluginPage = defineEndpoint({
  method: 'POST',
  path: '/plugin-pages/:instanceId/:pageId/calls/:endpoint',
  id: 'callPluginPage',
  summary: 'Call an endpoint of a page that a plugin adds to the portal',
  roles: ROLES,
  params: Type.Object({ instanceId: Type.String(), pageId: Type.String(), endpoint: Type.String() }),
  body: Type.Record(Type.String(), Type.Unknown(), {
    title: 'PluginPageInput',
    description: 'Input, as defined by the plugin.',
  }),
  bodyLimit: LARGEST_INPUT,
  answer: Type.Object(
    { value: Type.Unknown({ description: 'Output, as defined by the plugin.' }) },
    { title: 'PluginPageAnswer' },
  ),
  errors: ['not-found'],
  async handle({ services }, { principal, params, body: input, request }) {
    const { instanceId, pageId, endpoint } = params
    const call = { instanceId, pageId, endpoint, input, signal: request.signal }
    const { value, isChange } = await services.portalPages.call(principal, call)
    const subject = `${instanceId}/${pageId}: ${endpoint}`
    if (isChange) await services.auditLog.note(principal, { action: 'plugin-page-used', subject })
    return { value }
  },
})

export const pluginPageEndpoints = [callPluginPage, listPluginPages]
