import { measureText } from '@heliograph/messaging'
import { FieldReader, jsonResponse, Problems, parseJsonBody, Turn } from '@heliograph/wire'
import type { Operation } from '../operation.ts'
import { noteNotServed } from '../wire/fields.ts'
import { readTransliteration } from '../wire/transliteration.ts'

const NOT_SERVED = { languageCode: 'language' } as const

/** Several times what can be sent. The answer has the text twice, and is made in one go. */
const BODY_OCTETS = 512 * 1_024

/** `POST /sms/1/preview`: the text with its links and, where that is wanted, the same transliterated. */
export const previewOperation: Operation = {
  method: 'POST',
  path: '/sms/1/preview',
  summary: 'Count the parts of a text',
  bodyLimit: BODY_OCTETS,
  async handle({ clock, notServed, services }, { principal, request }) {
    const turn = new Turn()
    const problems = new Problems()
    const fields = new FieldReader(parseJsonBody(request), '', problems)
    if (turn.isOver) await turn.giveWay()
    const text = fields.requiredText('text') ?? ''
    const transliterate = readTransliteration(fields)
    problems.assertNone()
    noteNotServed(fields, NOT_SERVED, { nowMs: clock.now(), notServed })
    const sample = await services.channels.sampleOf(principal, text)
    if (turn.isOver) await turn.giveWay()
    const previews = [previewOf(sample)]
    if (turn.isOver) await turn.giveWay()
    if (transliterate !== undefined)
      previews.push(previewOf(transliterate(sample), { transliteration: fields.value('transliteration') }))
    if (turn.isOver) await turn.giveWay()
    return jsonResponse(200, { originalText: text, previews })
  },
}

/** @param configuration what was changed of the text */
function previewOf(textPreview: string, configuration: object = {}) {
  const { parts, remaining } = measureText(textPreview)
  return { textPreview, messageCount: parts, charactersRemaining: remaining, configuration }
}
