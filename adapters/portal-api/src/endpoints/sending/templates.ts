import { ROLES, type TextTemplate, VARIABLE_TYPES } from '@heliograph/contracts'
import { fillTemplate, templateNotFound } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable } from '../../schemas.ts'

const variableSchema = Type.Object(
  {
    name: Type.String({ description: '1 to 40 characters. `{name}` in the text stands for its value.' }),
    type: Type.Enum([...VARIABLE_TYPES], { title: 'VariableType' }),
    fallback: nullable(Type.String(), 'Default value. Null if a value is required.'),
    choices: Type.Array(Type.String(), { description: 'For `choice`: the values to choose from.', maxItems: 50 }),
  },
  { title: 'TemplateVariable', additionalProperties: false },
)

const templateSchema = Type.Object(
  {
    templateId: Type.Integer(),
    name: Type.String(),
    text: Type.String(),
    variables: Type.Array(variableSchema, { description: 'Values to ask for when the template is used, in order.' }),
  },
  { title: 'TextTemplate' },
)

const draftSchema = Type.Object(
  {
    name: Type.String({ description: 'Unique name within the client, 1 to 100 characters.' }),
    text: Type.String({ description: '1 to 10,000 characters.' }),
    variables: Type.Optional(
      Type.Array(variableSchema, {
        maxItems: 20,
        description: 'Variables, each of which must occur in the text. Defaults to none.',
      }),
    ),
  },
  { title: 'TextTemplateDraft', additionalProperties: false },
)

const params = Type.Object({ templateId: Type.Integer() })

const listTemplates = defineEndpoint({
  method: 'GET',
  path: '/templates',
  id: 'listTemplates',
  summary: 'List templates',
  roles: ROLES,
  answer: Type.Object(
    { records: Type.Array(templateSchema), next: nullable(Type.Integer()) },
    { title: 'TextTemplateList' },
  ),
  async handle({ services }, { principal }) {
    return { records: (await services.templates.list(principal)).map(formatTemplate), next: null }
  },
})

const addTemplate = defineEndpoint({
  method: 'POST',
  path: '/templates',
  id: 'addTemplate',
  summary: 'Create a template',
  roles: ROLES,
  body: draftSchema,
  answer: templateSchema,
  errors: ['conflict'],
  act: { action: 'template-added', by: 'anyone', subject: (_, { templateId }) => `template ${templateId}` },
  async handle({ services }, { principal, body }) {
    return formatTemplate(await services.templates.add(principal, body))
  },
})

const changeTemplate = defineEndpoint({
  method: 'PUT',
  path: '/templates/:templateId',
  id: 'changeTemplate',
  summary: 'Update a template',
  roles: ROLES,
  params,
  body: draftSchema,
  answer: templateSchema,
  errors: ['not-found', 'conflict'],
  act: { action: 'template-changed', by: 'anyone', subject: ({ params }) => `template ${params.templateId}` },
  async handle({ services }, { principal, params: { templateId }, body }) {
    return formatTemplate(await services.templates.change(principal, { templateId, ...body }))
  },
})

const removeTemplate = defineEndpoint({
  method: 'DELETE',
  path: '/templates/:templateId',
  id: 'removeTemplate',
  summary: 'Delete a template',
  roles: ROLES,
  params,
  errors: ['not-found'],
  act: { action: 'template-removed', by: 'anyone', subject: ({ params }) => `template ${params.templateId}` },
  async handle({ services }, { principal, params: { templateId } }) {
    await services.templates.remove(principal, templateId)
    return undefined
  },
})

/**
 * Language, script, region, one variant, and what a browser adds for digits and calendar: ar-EG-u-ca-gregory-nu-latn.
 * `Intl` takes each of them (Unicode TS 35, section 3.2).
 */
const LOCALE =
  '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))?' +
  '(-u(-([A-Za-z0-9]{3,8}|[A-Za-z0-9][A-Za-z])){1,8})?$'

const fill = defineEndpoint({
  method: 'POST',
  path: '/templates/:templateId/fill',
  id: 'fillTemplate',
  summary: 'Render a template with values. Contact fields stay as placeholders',
  roles: ROLES,
  params,
  body: Type.Object(
    {
      values: Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
        description: 'Values by name of the variable. Dates are `2026-01-31`.',
      }),
      locale: Type.Optional(
        Type.String({
          pattern: LOCALE,
          description: 'Language for dates. Defaults to `en`.',
        }),
      ),
    },
    { title: 'TemplateValues', additionalProperties: false },
  ),
  answer: Type.Object({ text: Type.String() }, { title: 'FilledTemplate' }),
  errors: ['not-found'],
  async handle({ services }, { principal, params: { templateId }, body: { values, locale = 'en' } }) {
    const template = (await services.templates.list(principal)).find((each) => each.templateId === templateId)
    if (template === undefined) throw templateNotFound()
    return { text: fillTemplate(template, values, locale) }
  },
})

function formatTemplate({ variables, ...template }: TextTemplate): Static<typeof templateSchema> {
  return { ...template, variables: variables.map(({ choices, ...rest }) => ({ ...rest, choices: [...choices] })) }
}

/** Texts that are kept to be sent again. */
export const templateEndpoints = [listTemplates, addTemplate, changeTemplate, removeTemplate, fill]
