/** The bulks that clients of the double have paused. */
export interface PausedBulks {
  has(clientId: number, bulkId: string): boolean
  /** Has no effect on a bulk that is paused. */
  add(clientId: number, bulkId: string): void
  /** Returns whether it was paused. */
  delete(clientId: number, bulkId: string): boolean
}

export function createPausedBulks(): PausedBulks {
  const paused = new Set<string>()
  const keyOf = (clientId: number, bulkId: string) => `${clientId} ${bulkId}`
  return {
    has: (clientId, bulkId) => paused.has(keyOf(clientId, bulkId)),
    add: (clientId, bulkId) => void paused.add(keyOf(clientId, bulkId)),
    delete: (clientId, bulkId) => paused.delete(keyOf(clientId, bulkId)),
  }
}
