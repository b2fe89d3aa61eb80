import { IDS_PER_RANGE } from '../database/record-ids.ts'

/** Characters from which a text of several messages is stored apart from them. Below it Postgres stores a copy as cheaply as the look-up is later. */
const SHARED_LENGTH = 300

/**
 * Finds out which texts several messages share: the function returned gives the id under which the text of a message is stored, null where the message has it
 * itself. Messages of different ranges share none, since a range is dropped with its texts.
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
