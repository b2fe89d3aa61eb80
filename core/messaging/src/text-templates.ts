import { GatewayError, type TemplateDraft, type TextTemplate } from '@heliograph/contracts'
import { tidy } from './contacts.ts'
import { variableFaults } from './template-variables.ts'

/** The number of templates that a client may have. */
export const MAX_TEMPLATES = 500

const MAX_NAME = 100
const MAX_TEXT = 10_000

/** A template with a tidy name. Throws `invalid`/`bad-template`. */
export function readTemplate(given: TemplateDraft): Omit<TextTemplate, 'templateId'> {
  const name = tidy(given.name)
  const { text, variables = [] } = given
  const details: Record<string, string> = {}
  if (name.length < 1 || name.length > MAX_NAME) details.name = `must have 1 to ${MAX_NAME} characters`
  if (text.trim() === '' || text.length > MAX_TEXT) details.text = `must have 1 to ${MAX_TEXT} characters`
  Object.assign(details, variableFaults(text, variables))
  if (Object.keys(details).length > 0)
    throw new GatewayError('invalid', 'bad-template', 'The template cannot be saved', { details })
  return { name, text, variables }
}

export function templateTaken(): GatewayError {
  return new GatewayError('conflict', 'template-taken', 'Another template has this name')
}

export function tooManyTemplates(): GatewayError {
  return new GatewayError('conflict', 'too-many-templates', `There are ${MAX_TEMPLATES} templates already`)
}

export function templateNotFound(): GatewayError {
  return new GatewayError('not-found', 'template-not-found', 'There is no such template')
}
