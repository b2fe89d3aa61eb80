/**
 * Attempts that a job may have. Every start counts, even after a crash, and a job whose attempts are used up is never
 * fetched again. None may be lost that way, so this is the largest number that the column takes.
 */
export const JOB_MAX_ATTEMPTS = 32_767
