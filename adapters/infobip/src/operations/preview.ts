import type { TextLanguage } from '@heliograph/contracts'
import { measureShifted, measureText } from '@heliograph/messaging'
import { FieldReader, jsonResponse, Problems, parseJsonBody, TimeSlice } from '@heliograph/wire'
import type { Operation } from '../operation.ts'
import { readLanguage } from '../wire/language.ts'
import { readTransliteration } from '../wire/transliteration.ts'

/** Several times what can be sent. The answer has the text twice, and is made in one go. */
const BODY_OCTETS = 512 * 1_024

/** `POST /sms/1/preview`: the text with its links, also in a language and transliterated where that is wanted. */
export const previewOperation: Operation = {
  method: 'POST',
  path: '/sms/1/preview',
  summary: 'Count the parts of a text',
  bodyLimit: BODY_OCTETS,
  async handle({ services }, { principal, request }) {
    const slice = new TimeSlice()
    const problems = new Problems()
    const fields = new FieldReader(parseJsonBody(request), '', problems)
    if (slice.isOver) await slice.rest()
    const text = fields.requiredText('text') ?? ''
    const transliterate = readTransliteration(fields)
    const language = readLanguage(fields)
    problems.assertNone()
    const sample = await services.channels.sampleOf(principal, text)
    if (slice.isOver) await slice.rest()
    const previews = [previewOf(sample)]
    if (slice.isOver) await slice.rest()
    if (language !== undefined)
      previews.push(previewOf(sample, { language: { languageCode: fields.value('languageCode') } }, language))
    if (slice.isOver) await slice.rest()
    if (transliterate !== undefined)
      previews.push(previewOf(transliterate(sample), { transliteration: fields.value('transliteration') }))
    if (slice.isOver) await slice.rest()
    return jsonResponse(200, { originalText: text, previews })
  },
}

/** @param configuration what a message needs to be sent like that */
function previewOf(textPreview: string, configuration: object = {}, language?: TextLanguage) {
  const { parts, remaining } = (language && measureShifted(textPreview, language)) ?? measureText(textPreview)
  return { textPreview, messageCount: parts, charactersRemaining: remaining, configuration }
}
