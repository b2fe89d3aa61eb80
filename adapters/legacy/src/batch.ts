import { type Parameters, splitRecipients } from '@heliograph/wire'
import { parametersMissing } from './errors.ts'

/** A complete batch, as the client sent it. */
export interface Batch {
  /** The client's name for itself; nothing depends on it. */
  readonly user: string
  /** The API key. */
  readonly password: string
  readonly message: string
  /** As written, 1 or more. */
  readonly numbers: readonly string[]
}

/** The name of the parameter that has the API key. */
export const PASSWORD = 'Password'

export function passwordOf(parameters: Parameters): string | undefined {
  return parameters.joined(PASSWORD)?.trim()
}

/**
 * Reads a batch. `User` must be present but may be empty. Throws `invalid`: `missing-parameters`,
 * `too-many-recipients`.
 */
export function readBatch(parameters: Parameters): Batch {
  const password = passwordOf(parameters)
  const message = parameters.joined('Message')
  const numbers = splitRecipients(parameters.joined('Numbers') ?? '')
  if (!parameters.isNamed('User') || password === undefined || message === undefined || numbers.length === 0) {
    throw parametersMissing()
  }
  return { user: parameters.joined('User') ?? '', password, message, numbers }
}
