/** A waiting segment as far as its place counts. */
export interface PlacedSegment {
  readonly smsId: number
  readonly part: number
  readonly total: number
  readonly text: string
}

/** Segments of one message as they have come. */
export interface SegmentSet<S extends PlacedSegment> {
  /** By part. */
  readonly parts: ReadonlyMap<number, S>
  /** The same parts again, sent by a client that got no answer. */
  readonly repeated: readonly S[]
}

/**
 * Sorts the segments of one user to one number with one reference and total, in the order they came, into messages.
 *
 * A part that is there already is the same one again when its text is the same; with another text it belongs to another message, since references come round.
 */
export function sortSegments<S extends PlacedSegment>(segments: readonly S[]): readonly SegmentSet<S>[] {
  const sets: { parts: Map<number, S>; repeated: S[] }[] = []
  /** The place of each text of a part among the sets. Those that have a part are always the first ones. */
  const places = new Map<number, Map<string, number>>()
  for (const segment of [...segments].sort((a, b) => a.smsId - b.smsId)) {
    const texts = places.get(segment.part) ?? new Map<string, number>()
    places.set(segment.part, texts)
    const place = texts.get(segment.text)
    if (place !== undefined) {
      sets[place]?.repeated.push(segment)
      continue
    }
    const set = sets[texts.size]
    if (set === undefined) sets.push({ parts: new Map([[segment.part, segment]]), repeated: [] })
    else set.parts.set(segment.part, segment)
    texts.set(segment.text, texts.size)
  }
  return sets
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
