/** One run goes on for this long, and always makes one count. */
const RUN_MS = 250

/** After a run there is a rest of this many times as long as it took. */
const REST = 19

/**
 * The work of a chore that counts one thing after the other: as many as fit into a moment, and then none for a time
 * that grows with what they took. So counting has a twentieth of one connection's time, however large the counts are.
 *
 * `count` resolves with false when there is nothing to count; `now` is in milliseconds.
 */
export function restingCounts(
  count: () => Promise<boolean>,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  let restsUntil = Number.NEGATIVE_INFINITY
  return async () => {
    const begunAt = now()
    if (begunAt < restsUntil) return
    while ((await count()) && now() < begunAt + RUN_MS);
    restsUntil = now() + REST * (now() - begunAt)
  }
}
