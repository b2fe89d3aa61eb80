import { GatewayError } from '@heliograph/contracts'

/** `database.url` cannot be used, whatever the server is like. */
export class DatabaseUrlError extends GatewayError {
  /** What is wrong with it, without any of its secrets. */
  readonly problem: string
  readonly remedy: string

  constructor(problem: string, remedy: string, cause?: unknown) {
    super('invalid', 'bad-database-url', `database.url: ${problem} ${remedy}`, { cause })
    this.problem = problem
    this.remedy = remedy
  }
}
