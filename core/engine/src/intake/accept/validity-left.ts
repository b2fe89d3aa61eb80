/** The seconds that are left of a validity after a wait, of which a begun second counts; undefined: it ends before. */
export function validityLeft(seconds: number, waitMs: number): number | undefined {
  const left = seconds - Math.ceil(waitMs / 1_000)
  return left > 0 ? left : undefined
}
