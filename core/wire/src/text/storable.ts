/** U+0000, which Postgres cannot keep, and halves of surrogate pairs, which UTF-8 cannot carry. */
const UNSTORABLE = /[\0\p{Surrogate}]/u

/** The problem of a text that cannot be stored. */
export const UNSTORABLE_PROBLEM = 'must not contain U+0000 or an unpaired surrogate'

/** False when a text could not be stored and read back unchanged. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

/** Replaces characters that cannot be stored with U+FFFD, for interfaces that refuse no text. */
export function toStorable(text: string): string {
  if (isStorable(text)) return text
  // Node writes half of a pair as U+FFFD. `replace` takes ten times as long for a text of such characters.
  const whole = Buffer.from(text).toString()
  const units = new Uint16Array(whole.length)
  for (let at = 0; at < units.length; at += 1) units[at] = whole.charCodeAt(at) || 0xfffd
  return Buffer.from(units.buffer).toString('utf16le')
}
