import { createSecureContext, type SecureContext } from 'node:tls'

/** How a client presents itself over TLS, and which authorities it trusts. All texts are PEM. */
export interface OutboundTls {
  /** The certificate that it shows to servers that ask for one, with its chain. */
  readonly cert?: string | undefined
  /** The private key of the certificate. */
  readonly key?: string | undefined
  /** The key's passphrase, when it is encrypted. */
  readonly passphrase?: string | undefined
  /** The certificates of the authorities to trust instead of the usual ones. */
  readonly ca?: string | undefined
}

/** Throws an `Error` when certificate and key do not belong together, or cannot be read. */
export function openOutboundTls({ cert, key, passphrase, ca }: OutboundTls): SecureContext {
  if ((cert === undefined) !== (key === undefined)) throw new Error('a certificate and its key come together')
  if (ca !== undefined && !ca.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error('there is no certificate of an authority')
  return createSecureContext({ cert, key, passphrase, ca })
}
