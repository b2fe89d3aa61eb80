import { GatewayError } from '@heliograph/contracts'

/** The database and this release do not fit each other. */
export class SchemaError extends GatewayError {
  /** What does not fit. */
  readonly problem: string
  readonly remedy: string

  constructor(code: 'schema-changed' | 'schema-newer', problem: string, remedy: string) {
    super('conflict', code, `${problem} ${remedy}`)
    this.problem = problem
    this.remedy = remedy
  }
}
