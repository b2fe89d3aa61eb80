/** Whether a text can be the id of a blob, which is a UUID: Postgres fails at any other. */
export function isBlobId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
