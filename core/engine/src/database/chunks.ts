/** Cuts a list into pieces that are small enough for one statement, in order. */
export function* chunksOf<T>(items: readonly T[], size: number): Iterable<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
