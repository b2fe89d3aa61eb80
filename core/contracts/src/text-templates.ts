import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** @stability stable */
export const VARIABLE_TYPES = ['text', 'number', 'date', 'choice'] as const

/** @stability stable */
export type VariableType = (typeof VARIABLE_TYPES)[number]

/**
 * What is asked for when a template is used. It stands in the text as `{name}`, like the fields of contacts.
 * @stability stable
 */
export interface TemplateVariable {
  /** 1 to 40 characters; unique in the template, ignoring case, accents and blanks. */
  readonly name: string
  readonly type: VariableType
  /** What stands there without a value; null: a value is required. */
  readonly fallback: string | null
  /** The values that a `choice` may have; empty for other types. */
  readonly choices: readonly string[]
}

/** A text that a client keeps to be sent again and again. @stability stable */
export interface TextTemplate {
  readonly templateId: number
  /** 1 to 100 characters; unique within a client, ignoring case, accents and blanks. */
  readonly name: string
  /** 1 to 10,000 characters. */
  readonly text: string
  /** At most 20, in the order in which they are asked for. */
  readonly variables: readonly TemplateVariable[]
}

/** A template as it is kept or changed. Without variables, it has none. @stability stable */
export type TemplateDraft = Pick<TextTemplate, 'name' | 'text'> & Partial<Pick<TextTemplate, 'variables'>>

/**
 * Texts that a client keeps, at most 500. Methods throw `invalid`/`bad-template` with `details`,
 * `conflict`/`template-taken` for a name that another template has, `conflict`/`too-many-templates`,
 * `not-found`/`template-not-found` for a template that does not exist or belongs to another client, `unavailable` while
 * the database is away.
 * @stability stable
 */
export interface TextTemplates {
  /** In the order of their names. */
  list(principal: Principal): Promise<readonly TextTemplate[]>
  add(principal: Principal, template: TemplateDraft): Promise<TextTemplate>
  change(principal: Principal, template: TemplateDraft & Pick<TextTemplate, 'templateId'>): Promise<TextTemplate>
  remove(principal: Principal, templateId: number): Promise<void>
}

export const TextTemplates: ServiceToken<TextTemplates> = defineService('heliograph.text-templates')
