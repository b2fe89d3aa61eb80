import { GatewayError, type TextTemplate } from '@heliograph/contracts'
import { tidy } from './contacts.ts'

/** The number of templates that a client may have. */
export const MAX_TEMPLATES = 500

const MAX_NAME = 100
const MAX_TEXT = 10_000

/** A template with a tidy name. Throws `invalid`/`bad-template`. */
export function readTemplate<T extends Omit<TextTemplate, 'templateId'>>(given: T): T {
  const name = tidy(given.name)
  const details: Record<string, string> = {}
  if (name.length < 1 || name.length > MAX_NAME) details.name = `must have 1 to ${MAX_NAME} characters`
  if (given.text.trim() === '' || given.text.length > MAX_TEXT) details.text = `must have 1 to ${MAX_TEXT} characters`
  if (Object.keys(details).length > 0)
    throw new GatewayError('invalid', 'bad-template', 'The template cannot be saved', { details })
  return { ...given, name }
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
