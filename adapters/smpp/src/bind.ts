import { isGatewayError, type Logger, type Principal } from '@heliograph/contracts'
import { type BindPdu, STATUS } from '@heliograph/smpp'
import type { BindKind, BindResult } from './metrics.ts'
import type { SmppServices } from './services.ts'
import { ORIGIN } from './submit-mapping.ts'
import type { UserSettings, UserSettingsTable } from './user-settings.ts'

/** A refused bind, and how the client is answered. */
export interface BindRefusal {
  readonly kind: 'refused'
  readonly result: BindResult
  readonly status: number
  /** The answer is delayed by this much, which slows down password guessing. */
  readonly delayMs: number
}

export type LoginOutcome =
  | { readonly kind: 'ok'; readonly principal: Principal; readonly settings: UserSettings }
  | BindRefusal

/** The dependencies of a login. */
export interface LoginContext {
  readonly services: Pick<SmppServices, 'logins'>
  readonly users: UserSettingsTable
  readonly logger: Logger
}

export const BIND_KIND_OF: Readonly<Record<BindPdu['command'], BindKind>> = {
  bind_receiver: 'receiver',
  bind_transmitter: 'transmitter',
  bind_transceiver: 'transceiver',
}

/** Longest delay of the refusal for a client whose logins are locked; more would only keep its connection open. */
const MAX_DELAY_MS = 5_000

/**
 * Identifies the user that binds. Unknown users and wrong passwords get the same answer. The general address list is
 * checked before the password, so that passwords cannot be guessed from other addresses; a user's own list is checked
 * after it, so that it does not reveal which users exist. Never rejects.
 */
export async function login(context: LoginContext, pdu: BindPdu, address: string): Promise<LoginOutcome> {
  if (!context.users.mayBindFrom(address)) return refuse('address', STATUS.RBINDFAIL)
  try {
    const attempt = { origin: ORIGIN, account: pdu.systemId, password: pdu.password, address }
    const result = await context.services.logins.bySystemId(attempt)
    if (result.kind === 'unknown') return refuse('wrong-login', STATUS.RINVPASWD)
    if (result.kind === 'disabled') return refuse('disabled', STATUS.RBINDFAIL)
    if (result.kind === 'locked') {
      return refuse('locked', STATUS.RBINDFAIL, Math.min(result.retryAfterMs, MAX_DELAY_MS))
    }
    const settings = context.users.of(result.principal.email)
    if (!settings.mayBindFrom(address)) return refuse('address', STATUS.RBINDFAIL)
    return { kind: 'ok', principal: result.principal, settings }
  } catch (error) {
    return refusalOf(error, context.logger)
  }
}

/** The refusal when as many clients are bound as the server takes. */
export const NO_PLACE: BindRefusal = refuse('too-many', STATUS.RBINDFAIL)

/** The refusal for an error of the gateway during a login or while opening a session. */
export function refusalOf(error: unknown, logger: Logger): BindRefusal {
  if (isGatewayError(error) && error.code === 'too-many-sessions') return refuse('too-many', STATUS.RBINDFAIL)
  // The account was disabled between the login and the opening of the session.
  if (isGatewayError(error) && error.code === 'account-disabled') return refuse('disabled', STATUS.RBINDFAIL)
  const isExpected = isGatewayError(error) && error.category === 'unavailable'
  if (!isExpected) logger.error({ err: error }, 'A bind failed')
  return refuse('unavailable', STATUS.RSYSERR)
}

function refuse(result: BindResult, status: number, delayMs = 0): BindRefusal {
  return { kind: 'refused', result, status, delayMs }
}
