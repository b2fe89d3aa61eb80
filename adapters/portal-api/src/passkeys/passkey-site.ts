/** What passkeys are bound to. */
export interface PasskeySite {
  /** The host name: the RP ID of WebAuthn. */
  readonly rpID: string
  /** The only address whose pages may make them and sign with them. */
  readonly origin: string
}

/**
 * What the passkeys of a deployment are bound to, by its public URL. Undefined where browsers make none: for an IP
 * address, and over http except on this machine (WebAuthn Level 2 section 5.1.3 and Secure Contexts section 3.1).
 */
export function passkeySiteOf(publicUrl: string): PasskeySite | undefined {
  const { hostname: rpID, origin, protocol } = new URL(publicUrl)
  const isAddress = /^[\d.]+$|:/.test(rpID)
  const isSafe = protocol === 'https:' || rpID === 'localhost' || rpID.endsWith('.localhost')
  return isSafe && !isAddress ? { rpID, origin } : undefined
}
