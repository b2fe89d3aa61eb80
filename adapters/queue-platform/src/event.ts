import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject } from '@heliograph/wire'

/** An event of the platform, as far as it matters here. Texts are empty where nothing was given. */
export interface VisitEvent {
  /** As sent. */
  readonly type: string
  /** Stands for the event's id; undefined when it has none. */
  readonly key: string | undefined
  /** Stands for the id of the visit, or of the event where the visit has none; undefined when neither has. */
  readonly visitKey: string | undefined
  /** In upper case: WAITING, BOOKED, SERVING, COMPLETE, or any other state of the platform. */
  readonly state: string
  readonly phone: string
  readonly isTaggedCancelled: boolean
  readonly data: JsonObject
}

const MAX_STATE = 32
/** Replacing white space in a text of 2 MiB would take 150 ms. */
const MAX_TEXT = 1_000

/** Reads an event. No field is required. */
export function readEvent(body: JsonObject): VisitEvent {
  const data = isJsonObject(body.data) ? body.data : {}
  const id = textOf(body.id)
  const tags = Array.isArray(data.tags) ? data.tags : []
  return {
    type: textOf(body.type),
    key: keyOf(id),
    visitKey: keyOf(textOf(data.id) || id),
    state: shortTextOf(data.state, MAX_STATE).toUpperCase().slice(0, MAX_STATE),
    phone: textOf(data.phone),
    isTaggedCancelled: tags.some((tag) => textOf(tag).toUpperCase() === 'CANCELLED'),
    data,
  }
}

/**
 * Returns a text or number as a trimmed text, with each run of white space as a single blank; a text of more than 1,000
 * characters, which is no phone number, type or state, is only trimmed.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  const text = value.trim()
  return text.length > MAX_TEXT ? text : text.replace(/\s+/g, ' ')
}

/** The same, cut at `most` characters. */
export function shortTextOf(value: unknown, most: number): string {
  return textOf(textOf(value).slice(0, MAX_TEXT)).slice(0, most)
}

/** Ids may have any length and characters; the keys that stand for them do not. */
function keyOf(id: string): string | undefined {
  return id === '' ? undefined : createHash('sha256').update(id).digest('base64url')
}
