import type { TextTemplate, TextTemplates } from '@heliograph/contracts'
import {
  MAX_TEMPLATES,
  nameKey,
  readTemplate,
  templateNotFound,
  templateTaken,
  tooManyTemplates,
} from '@heliograph/messaging'

/** Ids start here, as they do in the database. */
const FIRST_ID = 1001

/** The contract of `TextTemplates` in memory. */
export function createTextTemplates(): TextTemplates {
  const templates = new Map<number, TextTemplate & { readonly clientId: number }>()
  let nextId = FIRST_ID

  const of = (clientId: number) => [...templates.values()].filter((template) => template.clientId === clientId)
  const show = ({ templateId, name, text, variables }: TextTemplate): TextTemplate => ({
    templateId,
    name,
    text,
    variables,
  })

  function requireFree(clientId: number, name: string, own?: number): void {
    const isTaken = of(clientId).some((other) => nameKey(other.name) === nameKey(name) && other.templateId !== own)
    if (isTaken) throw templateTaken()
  }

  function requireOwn(clientId: number, templateId: number): void {
    if (templates.get(templateId)?.clientId !== clientId) throw templateNotFound()
  }

  return {
    list: async ({ clientId }) =>
      of(clientId)
        .sort((a, b) => (nameKey(a.name) < nameKey(b.name) ? -1 : 1))
        .map(show),
    async add({ clientId }, given) {
      const { name, text, variables } = readTemplate(given)
      requireFree(clientId, name)
      if (of(clientId).length >= MAX_TEMPLATES) throw tooManyTemplates()
      const template = { clientId, templateId: nextId, name, text, variables }
      nextId += 1
      templates.set(template.templateId, template)
      return show(template)
    },
    async change({ clientId }, given) {
      const { templateId } = given
      const { name, text, variables } = readTemplate(given)
      requireFree(clientId, name, templateId)
      requireOwn(clientId, templateId)
      templates.set(templateId, { clientId, templateId, name, text, variables })
      return { templateId, name, text, variables }
    },
    async remove({ clientId }, templateId) {
      requireOwn(clientId, templateId)
      templates.delete(templateId)
    },
  }
}
