/** As large requests are, and too large for the caches of a processor: others who use the memory slow it down most. */
const SAMPLE = JSON.stringify(
  Array.from({ length: 20_000 }, (_, n) => ({ to: `2782${n}`, text: 'x'.repeat(40 + (n % 20)) })),
)

/** What reading the sample takes on the kind of machine for which bounds of CPU time are written, in milliseconds. */
const USUAL_MS = 12

/** Of so many goes the shortest counts, because a longer one was interrupted. */
const GOES = 2

/** Slower than this is no machine that tests run on. */
const SLOWEST = 5

/**
 * How many times longer this machine takes at present than the kind for which bounds of CPU time are written; 1 when it
 * is as fast or faster. CPU time grows with what else runs on a machine, since processors share caches and more.
 * @stability experimental
 */
export function machinePace(): number {
  let shortest = Number.POSITIVE_INFINITY
  for (let go = 0; go < GOES; go += 1) {
    const begun = performance.now()
    JSON.parse(SAMPLE)
    shortest = Math.min(shortest, performance.now() - begun)
  }
  return Math.min(Math.max(shortest / USUAL_MS, 1), SLOWEST)
}
