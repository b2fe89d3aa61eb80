/** The embedded Postgres cannot be used. The message says why and what mends it, for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
