/**
 * Structured logging, pino's calling convention: fields first, then a constant text. An error is the field `err`: its
 * kind, text, codes, stack and causes are written, and below the line where lines are for people.
 *
 * Every instance gets a child logger that carries its id. Fields whose schema says `secret: true` and the usual names
 * of secrets are redacted by the host; message texts and full phone numbers do not belong in a log line above `debug`.
 * @stability stable
 */
export interface Logger {
  trace(fields: object, text: string): void
  debug(fields: object, text: string): void
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
  child(fields: object): Logger
}
