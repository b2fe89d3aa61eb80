import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable } from '../../schemas.ts'

const templateSchema = Type.Object(
  { templateId: Type.Integer(), name: Type.String(), text: Type.String() },
  { title: 'TextTemplate' },
)

const draftSchema = Type.Object(
  {
    name: Type.String({ description: '1 to 100 characters; no other template of the client has it.' }),
    text: Type.String({ description: '1 to 10,000 characters.' }),
  },
  { title: 'TextTemplateDraft', additionalProperties: false },
)

const params = Type.Object({ templateId: Type.Integer() })

const listTemplates = defineEndpoint({
  method: 'GET',
  path: '/templates',
  id: 'listTemplates',
  summary: 'Texts kept to be sent again, by name',
  roles: ROLES,
  answer: Type.Object(
    { records: Type.Array(templateSchema), next: nullable(Type.Integer()) },
    { title: 'TextTemplateList' },
  ),
  async handle({ services }, { principal }) {
    return { records: [...(await services.templates.list(principal))], next: null }
  },
})

const addTemplate = defineEndpoint({
  method: 'POST',
  path: '/templates',
  id: 'addTemplate',
  summary: 'Keep a text',
  roles: ROLES,
  body: draftSchema,
  answer: templateSchema,
  errors: ['conflict'],
  act: { action: 'template-added', by: 'anyone', subject: (_, { templateId }) => `template ${templateId}` },
  async handle({ services }, { principal, body }) {
    return services.templates.add(principal, body)
  },
})

const changeTemplate = defineEndpoint({
  method: 'PUT',
  path: '/templates/:templateId',
  id: 'changeTemplate',
  summary: 'Change a text that is kept',
  roles: ROLES,
  params,
  body: draftSchema,
  answer: templateSchema,
  errors: ['not-found', 'conflict'],
  act: { action: 'template-changed', by: 'anyone', subject: ({ params }) => `template ${params.templateId}` },
  async handle({ services }, { principal, params: { templateId }, body }) {
    return services.templates.change(principal, { templateId, ...body })
  },
})

const removeTemplate = defineEndpoint({
  method: 'DELETE',
  path: '/templates/:templateId',
  id: 'removeTemplate',
  summary: 'Keep a text no longer',
  roles: ROLES,
  params,
  errors: ['not-found'],
  act: { action: 'template-removed', by: 'anyone', subject: ({ params }) => `template ${params.templateId}` },
  async handle({ services }, { principal, params: { templateId } }) {
    await services.templates.remove(principal, templateId)
    return undefined
  },
})

/** Texts that are kept to be sent again. */
export const templateEndpoints = [listTemplates, addTemplate, changeTemplate, removeTemplate]
