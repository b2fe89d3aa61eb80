import type { Parameters } from '@heliograph/wire'
import type { Operation } from './operation.ts'
import { incomingOperation } from './operations/incoming.ts'
import { SEND_PARAMETERS, sendOperation } from './operations/send.ts'
import { statusOperation } from './operations/status.ts'

/** The parameter that names the operation. */
export const ACTION = 'action'

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['sendsms', sendOperation],
  ['incoming', incomingOperation],
  ['status', statusOperation],
])

/**
 * Returns the operation that `action` names, in any letter case; without `action`, a request with recipients sends.
 * Undefined when there is none.
 */
export function operationOf(parameters: Parameters): Operation | undefined {
  const action = parameters.joined(ACTION)?.trim().toLowerCase()
  if (action !== undefined) return OPERATIONS.get(action)
  return parameters.isNamed(SEND_PARAMETERS.recipients) ? sendOperation : undefined
}
