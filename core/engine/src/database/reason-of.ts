/** What an error says. One of several addresses has no message. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return String(message) === '' ? String(code) : String(message)
}
