import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A text that a client keeps to be sent again and again. */
export interface TextTemplate {
  readonly templateId: number
  /** 1 to 100 characters; unique within a client, ignoring case, accents and blanks. */
  readonly name: string
  /** 1 to 10,000 characters. */
  readonly text: string
}

/**
 * Texts that a client keeps, at most 500. Methods throw `invalid`/`bad-template` with `details`,
 * `conflict`/`template-taken` for a name that another template has, `conflict`/`too-many-templates`,
 * `not-found`/`template-not-found` for a template that does not exist or belongs to another client, `unavailable` while
 * the database is away.
 */
export interface TextTemplates {
  /** In the order of their names. */
  list(principal: Principal): Promise<readonly TextTemplate[]>
  add(principal: Principal, template: Omit<TextTemplate, 'templateId'>): Promise<TextTemplate>
  change(principal: Principal, template: TextTemplate): Promise<TextTemplate>
  remove(principal: Principal, templateId: number): Promise<void>
}

export const TextTemplates: ServiceToken<TextTemplates> = defineService('heliograph.text-templates')
