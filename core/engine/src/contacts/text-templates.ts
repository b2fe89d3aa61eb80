import type { TemplateDraft, TextTemplate, TextTemplates } from '@heliograph/contracts'
import {
  MAX_TEMPLATES,
  nameKey,
  readTemplate,
  templateNotFound,
  templateTaken,
  tooManyTemplates,
} from '@heliograph/messaging'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { storableText } from '../database/storable-text.ts'

/** Creates the `TextTemplates` service. */
export function createTextTemplates(sql: Sql): TextTemplates {
  return {
    async list({ clientId }) {
      const rows = await serviceAnswer(sql<TextTemplate[]>`
        select template_id as "templateId", name, body as text, variables from text_template
        where client_id = ${clientId}::bigint order by name_key`)
      return [...rows]
    },
    async add({ clientId }, given) {
      const { name, text, variables } = readTemplate(storable(given))
      const [row] = await serviceAnswer(sql<{ template_id: number }[]>`
        insert into text_template (client_id, name, name_key, body, variables)
        select ${clientId}::bigint, ${name}, ${nameKey(name)}, ${text}, ${JSON.stringify(variables)}::text::jsonb
        where (select count(*) from text_template where client_id = ${clientId}::bigint) < ${MAX_TEMPLATES}::integer
        on conflict (client_id, name_key) do nothing
        returning template_id`)
      if (row !== undefined) return { templateId: row.template_id, name, text, variables }
      throw (await isTaken(clientId, name)) ? templateTaken() : tooManyTemplates()
    },
    async change({ clientId }, given) {
      const { templateId } = given
      const { name, text, variables } = readTemplate(storable(given))
      const [row] = await serviceAnswer(sql`
        update text_template set name = ${name}, name_key = ${nameKey(name)}, body = ${text},
          variables = ${JSON.stringify(variables)}::text::jsonb
        where template_id = ${templateId}::bigint and client_id = ${clientId}::bigint and not exists (
          select from text_template as other where other.client_id = ${clientId}::bigint
            and other.name_key = ${nameKey(name)} and other.template_id <> ${templateId}::bigint
        )
        returning template_id`)
      if (row !== undefined) return { templateId, name, text, variables }
      throw (await isTaken(clientId, name, templateId)) ? templateTaken() : templateNotFound()
    },
    async remove({ clientId }, templateId) {
      const { count } = await serviceAnswer(sql`
        delete from text_template where template_id = ${templateId}::bigint and client_id = ${clientId}::bigint`)
      if (count === 0) throw templateNotFound()
    },
  }

  async function isTaken(clientId: number, name: string, own = 0): Promise<boolean> {
    const rows = await serviceAnswer(sql`
      select from text_template
      where client_id = ${clientId}::bigint and name_key = ${nameKey(name)} and template_id <> ${own}::bigint`)
    return rows.length > 0
  }
}

function storable({ name, text, variables = [] }: TemplateDraft): TemplateDraft {
  return {
    name: storableText(name),
    text: storableText(text),
    variables: variables.map(({ name: own, type, fallback, choices }) => ({
      name: storableText(own),
      type,
      fallback: fallback === null ? null : storableText(fallback),
      choices: choices.map(storableText),
    })),
  }
}
