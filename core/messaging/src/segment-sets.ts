import type { SubmitRequest, SubmitSegment } from '@heliograph/contracts'

/** How long the segments of a message wait for each other. */
export const SEGMENTS_WAIT_MS = 60_000

const MAX_TOTAL = 255
const MAX_REFERENCE = 65_535

/** Whether a segment can have this place: a reference of one or two octets, and a part that is one of the total. */
export function isSegmentPlace(place: {
  readonly reference: number
  readonly total: number
  readonly part: number
}): boolean {
  const { reference, total, part } = place
  const isPart = Number.isInteger(total) && Number.isInteger(part) && part >= 1 && part <= total && total <= MAX_TOTAL
  return isPart && Number.isInteger(reference) && reference >= 0 && reference <= MAX_REFERENCE
}

/** What segments of one message have in common. */
export interface SegmentKey {
  readonly userId: number
  readonly recipient: string
  readonly reference: number
  readonly total: number
}

/** One text for everything that segments of one message have in common. */
export function segmentKeyOf({ userId, recipient, reference, total }: SegmentKey): string {
  return `${userId} ${recipient} ${reference} ${total}`
}

/** A waiting segment, with what is needed to find its message. */
export interface PlacedSegment extends SegmentKey {
  readonly smsId: number
  readonly part: number
  readonly text: string
}

/** Segments of one message, as they arrived. */
export interface SegmentSet<S extends PlacedSegment> {
  /** By part. */
  readonly parts: ReadonlyMap<number, S>
  /** The same parts again, sent by a client that received no answer. */
  readonly repeated: readonly S[]
}

/**
 * Sorts waiting segments into the messages they belong to, in the order they came.
 *
 * A part that is there already is a repetition when its text is the same; with another text it belongs to another
 * message, because references are reused.
 */
export function sortSegments<S extends PlacedSegment>(segments: readonly S[]): readonly SegmentSet<S>[] {
  const byKey = new Map<string, KeyedSets<S>>()
  for (const segment of [...segments].sort((a, b) => a.smsId - b.smsId)) {
    const key = segmentKeyOf(segment)
    const found = byKey.get(key) ?? { sets: [], places: new Map() }
    byKey.set(key, found)
    addToSets(found, segment)
  }
  return [...byKey.values()].flatMap(({ sets }) => sets)
}

interface KeyedSets<S> {
  readonly sets: { readonly parts: Map<number, S>; readonly repeated: S[] }[]
  /** The index of the set that has a part with this text. The sets that have a part are always the first ones. */
  readonly places: Map<number, Map<string, number>>
}

function addToSets<S extends PlacedSegment>({ sets, places }: KeyedSets<S>, segment: S): void {
  const texts = places.get(segment.part) ?? new Map<string, number>()
  places.set(segment.part, texts)
  const place = texts.get(segment.text)
  if (place !== undefined) {
    sets[place]?.repeated.push(segment)
    return
  }
  const set = sets[texts.size]
  if (set === undefined) sets.push({ parts: new Map([[segment.part, segment]]), repeated: [] })
  else set.parts.set(segment.part, segment)
  texts.set(segment.text, texts.size)
}

/** The segments of a set in the order of their parts, or undefined while one is missing. */
export function completed<S extends PlacedSegment>(set: SegmentSet<S>): readonly S[] | undefined {
  const segments = [...set.parts.values()].sort((a, b) => a.part - b.part)
  return segments.length === segments[0]?.total ? segments : undefined
}

/** Everything in a set, oldest first. */
export function allOf<S extends PlacedSegment>(set: SegmentSet<S>): readonly S[] {
  return [...set.parts.values(), ...set.repeated].sort((a, b) => a.smsId - b.smsId)
}

/** A segment as a request with a message by itself: what is submitted of octets, and what hooks are asked about. */
export function requestOfSegment(segment: SubmitSegment): SubmitRequest {
  const { encoding, flash, origin, priority, push, sendAt, text, to, userDataHeader, validitySeconds } = segment
  const message = {
    destinations: [{ to }],
    text,
    userDataHeader,
    encoding: encoding === 'binary' ? encoding : undefined,
    flash,
    sendAt,
    validitySeconds,
    push,
  }
  return { origin, priority, numbers: 'international', atomic: true, messages: [message] }
}
