/**
 * The number of the advisory lock under which one node at a time moves and drops ranges. Any number will do, as long as
 * every node uses the same.
 */
export const RANGE_LOCK = 4_242_802
