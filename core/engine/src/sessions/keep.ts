/** How long a delivery waits for a session of its user, and how long after the last one incoming SMS are kept for it. */
export const KEEP_HOURS = 72
