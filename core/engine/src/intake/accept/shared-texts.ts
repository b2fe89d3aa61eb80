import { IDS_PER_RANGE } from '../../database/record-ids.ts'

/**
 * A text shared by several messages is stored apart from them if it has at least this many characters. For a shorter
 * one, storing copies costs no more than the later look-up.
 */
const SHARED_LENGTH = 300

/**
 * Finds out which texts several messages share. The returned function gives the id under which the text of a message is
 * stored, or null when the message holds it itself. Messages of different ranges never share a text, since a range is
 * dropped together with its texts.
 */
export function sharedTexts(bodies: readonly string[]): (body: string, smsId: number) => number | null {
  const seen = new Set<string>()
  const shared = new Map<string, Map<number, number>>()
  for (const body of bodies) {
    if (body.length < SHARED_LENGTH) continue
    if (seen.has(body)) shared.set(body, new Map())
    else seen.add(body)
  }
  return (body, smsId) => {
    const textIds = shared.get(body)
    if (textIds === undefined) return null
    const range = Math.floor(smsId / IDS_PER_RANGE)
    const textId = textIds.get(range) ?? smsId
    textIds.set(range, textId)
    return textId
  }
}
