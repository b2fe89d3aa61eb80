import { ERROR_STATUSES, type ErrorCategory } from '@heliograph/contracts'

/** The HTTP status of each category of error on interfaces that have one status for all failures of the gateway. */
export const ONE_FAILURE_STATUSES = {
  ...ERROR_STATUSES,
  unavailable: ERROR_STATUSES.internal,
} as const satisfies Record<ErrorCategory, number>
