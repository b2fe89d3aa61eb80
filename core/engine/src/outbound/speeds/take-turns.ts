/** A batch whose messages wait for their turn. */
export interface WaitingBatch {
  readonly batchId: number
  /** The one under which it waits. */
  readonly route: string
  readonly smsIds: readonly number[]
}

/** What becomes of one. */
export interface TimeSlice extends WaitingBatch {
  /** Messages that go now, at least one. */
  readonly going: readonly number[]
  readonly staying: readonly number[]
}

/** The next messages of batches, as many as can be of so many parts. */
export function candidates(batches: readonly WaitingBatch[], parts: number): readonly number[] {
  return batches.flatMap(({ smsIds }) => smsIds).slice(0, parts)
}

/**
 * Chooses which of the next messages go, in order, until so many parts do or the last one makes it more. `partsOf`:
 * those of the candidates that have not ended; others go along and count for nothing. Pure.
 */
export function takeTurns(
  batches: readonly WaitingBatch[],
  parts: number,
  partsOf: ReadonlyMap<number, number>,
): { readonly turns: readonly TimeSlice[]; readonly parts: number } {
  const turns: TimeSlice[] = []
  let left = parts
  let taken = 0
  for (const batch of batches) {
    let going = 0
    while (going < batch.smsIds.length && taken < parts && left > 0) {
      left -= partsOf.get(batch.smsIds[going] as number) ?? 0
      going += 1
      taken += 1
    }
    if (going === 0) break
    turns.push({ ...batch, going: batch.smsIds.slice(0, going), staying: batch.smsIds.slice(going) })
  }
  return { turns, parts: parts - left }
}
