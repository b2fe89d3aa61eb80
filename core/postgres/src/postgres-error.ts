/** The embedded Postgres cannot be used. The message tells the operator why and how to fix it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
