import { measureText } from '@heliograph/messaging'
import { FieldReader, jsonResponse, Problems, parseJsonBody, Turn } from '@heliograph/wire'
import type { Operation } from '../operation.ts'
import { noteNotServed } from '../wire/fields.ts'

const NOT_SERVED = { languageCode: 'language', transliteration: 'transliteration' } as const

/** Several times what can be sent. The answer has the text twice, and is made in one go. */
const BODY_OCTETS = 512 * 1_024

/** `POST /sms/1/preview`. Nothing is transliterated, so there is one preview: the text with its links. */
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
    problems.assertNone()
    noteNotServed(fields, NOT_SERVED, { nowMs: clock.now(), notServed })
    const textPreview = await services.channels.sampleOf(principal, text)
    if (turn.isOver) await turn.giveWay()
    const { parts, remaining } = measureText(textPreview)
    if (turn.isOver) await turn.giveWay()
    const preview = { textPreview, messageCount: parts, charactersRemaining: remaining, configuration: {} }
    return jsonResponse(200, { originalText: text, previews: [preview] })
  },
}
