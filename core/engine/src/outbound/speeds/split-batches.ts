/** A batch whose messages wait for the speed limit of their bulk. */
export interface WaitingBatch {
  readonly batchId: number
  /** The one under which it waits. */
  readonly route: string
  readonly smsIds: readonly number[]
}

/** What becomes of one: which of its messages go and which stay. */
export interface SplitBatch extends WaitingBatch {
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
export function splitBatches(
  batches: readonly WaitingBatch[],
  parts: number,
  partsOf: ReadonlyMap<number, number>,
): { readonly split: readonly SplitBatch[]; readonly parts: number } {
  const split: SplitBatch[] = []
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
    split.push({ ...batch, going: batch.smsIds.slice(0, going), staying: batch.smsIds.slice(going) })
  }
  return { split, parts: parts - left }
}
