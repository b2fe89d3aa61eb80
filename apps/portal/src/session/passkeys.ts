/** Whether this browser can use passkeys on this page. `origin`: the only address at which the gateway takes them. */
export function canUsePasskeys(origin: string | null | undefined): boolean {
  return origin === window.location.origin && 'PublicKeyCredential' in window
}

/** Whether the user closed the browser's dialogue, or took too long. */
export function wasGivenUp(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'NotAllowedError' || thrown.name === 'AbortError')
}
