/** The number of the advisory lock under which ranges are moved and dropped. Any will do, as long as every node uses the same: one node at a time is at it. */
export const RANGE_LOCK = 4_242_802
