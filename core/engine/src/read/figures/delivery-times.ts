import type { DeliveryTimes, HandsetTimes } from '@heliograph/contracts'

/**
 * Each bucket of durations reaches this many times further than the one before it, so the figure given for a bucket is
 * within a tenth of the durations in it.
 */
export const BUCKET_GROWTH = 1.2

/**
 * Messages whose delivery took between `BUCKET_GROWTH` to the power of `bucket` and to the power of the next bucket, in
 * milliseconds.
 */
export interface DeliveryBucket {
  readonly bucket: number
  readonly messages: number
}

/** The delivery times of all buckets together; null when they are empty. */
export function deliveryTimesOf(buckets: readonly DeliveryBucket[]): DeliveryTimes | null {
  const { messages, at } = quantilesOf(buckets)
  return messages === 0 ? null : { messages, p50Ms: at(0.5), p95Ms: at(0.95) }
}

/** The times to the handset of all buckets together; null when they are empty. */
export function handsetTimesOf(buckets: readonly DeliveryBucket[]): HandsetTimes | null {
  const { messages, at } = quantilesOf(buckets)
  return messages === 0 ? null : { messages, p50Ms: at(0.5), p90Ms: at(0.9) }
}

function quantilesOf(buckets: readonly DeliveryBucket[]) {
  const ordered = [...buckets].sort((a, b) => a.bucket - b.bucket)
  const messages = ordered.reduce((sum, each) => sum + each.messages, 0)
  return { messages, at: (share: number) => quantile(ordered, messages * share) }
}

/** The middle of the bucket that contains the message of this rank. */
function quantile(ordered: readonly DeliveryBucket[], rank: number): number {
  let passed = 0
  for (const { bucket, messages } of ordered) {
    passed += messages
    if (passed >= rank) return Math.round(BUCKET_GROWTH ** (bucket + 0.5))
  }
  return 0
}
