/** SQLSTATE `statement_completion_unknown`. */
export const COMPLETION_UNKNOWN = '40003'

/**
 * The error that a warning of the server stands for, if any: a commit waited for a standby, and an operator cancelled
 * the wait or ended the session. What was committed is in the primary alone and may be lost with it, so it must not be
 * acknowledged. The warning is known by the function that raises it, since its text comes in the server's language.
 */
export function replicationErrorOf({ routine, message }: Readonly<Record<string, string>>): Error | undefined {
  if (routine !== 'SyncRepWaitForLSN') return undefined
  return Object.assign(new Error(message), { code: COMPLETION_UNKNOWN })
}
