/**
 * Structured logging, pino's calling convention: fields first, then a constant text. Pass an error as the field `err`:
 * its kind, text, codes, stack and causes are logged, in the readable format below the line.
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
