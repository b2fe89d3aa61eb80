import type { DeliveryTimes } from '@heliograph/contracts'

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
  const ordered = [...buckets].sort((a, b) => a.bucket - b.bucket)
  const messages = ordered.reduce((sum, each) => sum + each.messages, 0)
  if (messages === 0) return null
  return { messages, p50Ms: quantile(ordered, messages * 0.5), p95Ms: quantile(ordered, messages * 0.95) }
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
