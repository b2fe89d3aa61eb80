import { measureText, TimeSlice } from '@heliograph/messaging'
import { previewResultSchema } from '../answer-schemas.ts'
import type { Operation } from '../operation.ts'
import { readBody } from '../read-body.ts'
import { previewRequestSchema } from '../request-schemas.ts'
import { parsePreviewBody, type WirePreview } from '../wire.ts'

/** The `languageCode` of the answer when the request has none. */
const ANY_LANGUAGE = 'AUTODETECT'

/** `POST /sms/2/preview`. */
export const previewOperation: Operation = {
  method: 'POST',
  path: '/sms/2/preview',
  id: 'previewMessage',
  summary: 'Preview a message',
  description:
    'Counts the SMS parts of a text and the characters that still fit in them. Nothing is sent; the text can have any length. `{opt_out_link}` and `{opt_in_link}` count as the links that recipients get, for a number of 15 digits.',
  body: { schema: previewRequestSchema, required: true, example: { text: 'Your order is on its way.' } },
  answer: {
    schema: previewResultSchema,
    example: {
      originalText: 'Your order is on its way.',
      textPreview: 'Your order is on its way.',
      messageCount: 1,
      charactersRemaining: 135,
      configuration: { language: { languageCode: ANY_LANGUAGE }, transliteration: null },
    },
  },
  errors: ['too-large'],
  async handle({ services }, { principal, request }) {
    const slice = new TimeSlice()
    const preview = parsePreviewBody(await readBody(request))
    if (slice.isOver) await slice.rest()
    const sample = await services.channels.sampleOf(principal, preview.text)
    if (slice.isOver) await slice.rest()
    const answer = formatPreview(preview, sample)
    if (slice.isOver) await slice.rest()
    return answer
  },
}

/**
 * Formats the answer to a request for a preview. Nothing is ever transliterated, so the preview is the text itself with
 * its links.
 */
function formatPreview({ text, languageCode }: WirePreview, sample: string) {
  const { parts, remaining } = measureText(sample)
  return {
    originalText: text,
    textPreview: sample,
    messageCount: parts,
    charactersRemaining: remaining,
    configuration: { language: { languageCode: languageCode ?? ANY_LANGUAGE }, transliteration: null },
  }
}
