import { type ErrorCategory, isGatewayError, type MessageState } from '@heliograph/contracts'
import { STATUS } from '@heliograph/smpp'
import { StatusError } from './status-error.ts'

/**
 * The status of a submit's error, by category. Kannel and others send again after 0x08, 0x14, 0x58 and 0x64, and treat
 * every other status as final.
 */
export const CATEGORY_STATUSES = {
  invalid: STATUS.RSUBMITFAIL,
  unauthenticated: STATUS.RINVPASWD,
  forbidden: STATUS.RSUBMITFAIL,
  'not-found': STATUS.RINVMSGID,
  'method-not-allowed': STATUS.RINVCMDID,
  conflict: STATUS.RSUBMITFAIL,
  'too-large': STATUS.RINVMSGLEN,
  throttled: STATUS.RTHROTTLED,
  unavailable: STATUS.RMSGQFUL,
  internal: STATUS.RSYSERR,
} as const satisfies Record<ErrorCategory, number>

/** Errors with a status of their own. */
export const CODE_STATUSES: Readonly<Record<string, number>> = {
  'no-channel': STATUS.RINVSRCADR,
  'bad-number': STATUS.RINVDSTADR,
  'message-too-long': STATUS.RINVMSGLEN,
  'expires-first': STATUS.RINVEXPIRY,
}

/** The status for a message that was refused, by its state; every other state means that it was accepted. */
export const REFUSAL_STATUSES: Readonly<Partial<Record<MessageState, number>>> = {
  'bad-number': STATUS.RINVDSTADR,
  'opted-out': STATUS.RSUBMITFAIL,
  'no-credit': STATUS.RSUBMITFAIL,
  'too-long': STATUS.RINVMSGLEN,
  expired: STATUS.RINVEXPIRY,
  duplicate: STATUS.RSUBMITFAIL,
}

/** The status for an error thrown by a submit. */
export function submitStatusOf(thrown: unknown): number {
  if (thrown instanceof StatusError) return thrown.status
  if (!isGatewayError(thrown)) return STATUS.RSYSERR
  return CODE_STATUSES[thrown.code] ?? CATEGORY_STATUSES[thrown.category]
}

/**
 * The status for an error thrown by query_sm, cancel_sm or replace_sm: the command's own failure, unless the gateway is
 * at fault.
 */
export function operationStatusOf(thrown: unknown, failure: number): number {
  if (thrown instanceof StatusError) return thrown.status
  if (!isGatewayError(thrown) || thrown.category === 'unavailable' || thrown.category === 'internal') {
    return STATUS.RSYSERR
  }
  return thrown.code === 'message-too-long' ? STATUS.RINVMSGLEN : failure
}

/** True for errors that an operator must know about: faults of the gateway, not of a request. */
export function isFault(thrown: unknown): boolean {
  if (thrown instanceof StatusError) return false
  return !isGatewayError(thrown) || thrown.category === 'internal'
}
