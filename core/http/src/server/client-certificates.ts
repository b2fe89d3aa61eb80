import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { ClientCertificate } from '@heliograph/contracts'

/** The certificate that the client of a connection has shown, if it was asked for one and it is trusted. */
export type ClientCertificateOf = (socket: Socket) => ClientCertificate | undefined

/** `DNS:a.example, URI:"a, b"`: OpenSSL quotes what could be mistaken for two names. */
const ALT_NAME = /([^:,]+):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/gy

/**
 * Reads certificates once for each connection.
 *
 * @param isProxy whether a peer is a trusted proxy, whose certificate is not that of the client
 */
export function createClientCertificates(isProxy: (address: string) => boolean): ClientCertificateOf {
  const known = new WeakMap<Socket, ClientCertificate | null>()
  return (socket) => {
    if (!(socket instanceof TLSSocket)) return undefined
    const before = known.get(socket)
    if (before !== undefined) return before ?? undefined
    const certificate = socket.authorized && !isProxy(socket.remoteAddress ?? '') ? shownOn(socket) : undefined
    known.set(socket, certificate ?? null)
    return certificate
  }
}

function shownOn(socket: TLSSocket): ClientCertificate | undefined {
  const shown = socket.getPeerX509Certificate()
  return shown && describeCertificate(shown)
}

/** What adapters learn of a certificate. */
function describeCertificate({ subject, subjectAltName, fingerprint256, validTo }: X509Certificate): ClientCertificate {
  return {
    // One attribute a line, from the country down; RFC 4514 section 2.1 has the reverse order.
    subject: (subject ?? '').split('\n').reverse().join(','),
    subjectAltNames: [...(subjectAltName ?? '').matchAll(ALT_NAME)].map(
      ([, kind, name = '']) => `${kind}:${plain(name)}`,
    ),
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
    validUntil: new Date(validTo),
  }
}

/** A name without its quotes, which are those of JSON. */
function plain(name: string): string {
  return name.startsWith('"') ? (JSON.parse(name) as string) : name
}
