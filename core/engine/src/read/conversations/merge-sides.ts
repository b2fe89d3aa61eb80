/** One side of a conversation as far as it has been read, newest first. */
export interface Side<T> {
  readonly messages: readonly T[]
  /** There are no more after these. */
  readonly isComplete: boolean
}

/**
 * Merges the newest messages of both sides in order of time, at most `limit`. Ends where one side has been read no
 * further, because the next message could belong to that side. Each side keeps its own order.
 */
export function mergeSides<A, B>(
  left: Side<A>,
  right: Side<B>,
  limit: number,
  timeOf: { readonly left: (message: A) => number; readonly right: (message: B) => number },
): readonly ({ readonly left: A } | { readonly right: B })[] {
  const merged: ({ readonly left: A } | { readonly right: B })[] = []
  let [nextLeft, nextRight] = [0, 0]
  while (merged.length < limit) {
    const [a, b] = [left.messages[nextLeft], right.messages[nextRight]]
    const isCutOff = (a === undefined && !left.isComplete) || (b === undefined && !right.isComplete)
    if (isCutOff || (a === undefined && b === undefined)) break
    if (b === undefined || (a !== undefined && timeOf.left(a) > timeOf.right(b))) {
      merged.push({ left: a as A })
      nextLeft += 1
    } else {
      merged.push({ right: b })
      nextRight += 1
    }
  }
  return merged
}
