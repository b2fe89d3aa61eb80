/** The last sequence number before 1 comes again (SMPP v3.4 section 5.1.4). */
export const MAX_SEQUENCE_NUMBER = 0x7fffffff

/** The number behind `current`, passing over those still in use. */
export function nextSequenceNumber(current: number, isUsed: (sequenceNumber: number) => boolean): number {
  let next = current
  do {
    next = next >= MAX_SEQUENCE_NUMBER ? 1 : next + 1
  } while (isUsed(next))
  return next
}
