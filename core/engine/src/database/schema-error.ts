import { GatewayError } from '@heliograph/contracts'

/** The database and this release do not fit each other. */
export class SchemaError extends GatewayError {
  /** What does not fit. */
  readonly problem: string
  readonly remedy: string

  constructor(
    code: 'schema-changed' | 'schema-newer' | 'schema-unusable',
    problem: string,
    remedy: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super('conflict', code, `${problem} ${remedy}`, options)
    this.problem = problem
    this.remedy = remedy
  }
}
