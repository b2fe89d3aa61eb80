import { type OutboundTls, openOutboundTls } from '@heliograph/http'

/** Why TLS for outgoing calls cannot be used, and what to do; undefined when it can. */
export function describeMisfit(tls: OutboundTls): { readonly message: string; readonly remedy: string } | undefined {
  try {
    openOutboundTls(tls)
    return undefined
  } catch (error) {
    const message = `It cannot be used: ${error instanceof Error ? error.message : error}.`
    return { message, remedy: 'Check the PEM files and the passphrase: certificate and key fit.' }
  }
}
