import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, queries, type Schemas, useReload } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import type { previewRequest } from './draft.ts'

/** A text, and what else of a message is known. */
type Asked = Partial<ReturnType<typeof previewRequest>> & { readonly text: string }

/** What a text would be sent as. */
export function previewText(body: Asked) {
  return answerOf(api.POST('/send/preview', { body }))
}

/** The same while it is being written; that of the draft before until it has come. */
export function usePreviewOf(body: Asked): Schemas['SendPreview'] | undefined {
  return queries.useQuery('post', '/send/preview', { body }, { placeholderData: keepPreviousData }).data
}

/** Placeholders in a text that are no fields of contacts, as they are written; undefined: not known, or none at all. */
export function useUnknown(text: string): readonly string[] | undefined {
  const { data } = useQuery({
    queryKey: ['unknown names', text],
    queryFn: async () => (await previewText({ text })).unknown,
    enabled: text.includes('{'),
  })
  return data
}

export function sendText(body: Schemas['SendRequest']) {
  return answerOf(api.POST('/send', { body }))
}

/** Prepares a text to groups as an upload. */
export function addGroupUpload(body: Schemas['GroupUpload']) {
  return answerOf(api.POST('/uploads/groups', { body }))
}

/** Contacts that are offered. */
const MOST_FOUND = 20

/** Finds contacts by name or number; nothing is asked for an empty one. */
export function useFound(asked: string) {
  const by = /^[+\d\s()-]+$/.test(asked) ? { number: asked } : { name: asked }
  const query = { ...by, limit: MOST_FOUND }
  return queries.useQuery('get', '/contacts', { params: { query } }, { enabled: asked !== '' })
}

/** The names of contact fields that a text can use. */
export function useFieldNames(): readonly string[] {
  return queries.useQuery('get', '/contacts/fields').data?.names ?? []
}

/** The channels that can send; none while they are not known. */
export function useSenders() {
  return queries.useQuery('get', '/senders').data?.records ?? []
}

const TEMPLATES = ['get', '/templates'] as const

/** The saved texts; undefined: not known yet. */
export function useTemplates(): readonly Schemas['TextTemplate'][] | undefined {
  return queries.useQuery('get', '/templates').data?.records
}

export function useReloadTemplates() {
  return useReload(TEMPLATES)
}

export function addTemplate(template: Schemas['TextTemplateDraft']) {
  return api.POST('/templates', { body: template })
}

export function changeTemplate(templateId: number, template: Schemas['TextTemplateDraft']) {
  return api.PUT('/templates/{templateId}', { params: { path: { templateId } }, body: template })
}

export function removeTemplate(templateId: number) {
  return api.DELETE('/templates/{templateId}', { params: { path: { templateId } } })
}

/** A template with its values. */
export interface Filling {
  readonly templateId: number
  /** By name of the variable; dates are `2026-01-31`. */
  readonly values: Readonly<Record<string, string>>
  /** Dates are written as there. */
  readonly locale: string
}

/** The text with the values in it. */
export async function fillTemplate({ templateId, values, locale }: Filling): Promise<string> {
  const body = { values: { ...values }, locale }
  return (await answerOf(api.POST('/templates/{templateId}/fill', { params: { path: { templateId } }, body }))).text
}

/**
 * What the first recipient gets, or what it got with the values before until that is known; null: a value is wrong.
 * Nothing is asked while values are missing.
 */
export function useFilledPreview(filling: Filling, recipients: readonly string[], isMissing: boolean) {
  const { templateId, values } = filling
  const { data } = useQuery({
    enabled: !isMissing,
    queryKey: ['template', templateId, values, recipients[0]],
    async queryFn() {
      const text = await fillTemplate(filling).catch(nullIfWrong)
      return text === null ? null : previewText({ text, recipients: recipients.slice(0, 1) })
    },
    placeholderData: keepPreviousData,
  })
  return data
}

function nullIfWrong(error: unknown): null {
  if (toProblem(error).code === 'bad-values') return null
  throw error
}
