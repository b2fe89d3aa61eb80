/** What the browser says about a ceremony, as far as it is checked before anything else. */
export interface ClientData {
  readonly challenge: string
  /** The page was in a frame of another site. */
  readonly isFramed: boolean
}

/** Reads `clientDataJSON`; undefined: it has no challenge, or is no JSON. */
export function readClientData(base64url: string): ClientData | undefined {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(base64url, 'base64url').toString())
    return typeof challenge === 'string' ? { challenge, isFramed: crossOrigin === true } : undefined
  } catch {
    return undefined
  }
}
