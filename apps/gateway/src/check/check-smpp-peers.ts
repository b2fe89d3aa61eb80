import type { CarrierConfig, LinkConfig } from '@heliograph/carrier-smpp'
import { formatLinkId } from '@heliograph/messaging'
import type { PlannedInstance } from '@heliograph/runtime'
import { connectSmpp, SmppConnectError } from '@heliograph/smpp'
import { bad, type Finding, good } from './finding.ts'

const CARRIER = 'carrier-smpp'
const TIMEOUT_MS = 5_000

/**
 * Connects to every SMSC that a link names, encrypted where the link is, and leaves again without a word: a bind might take the place of one that
 * another gateway holds.
 */
export async function checkSmppPeers(plan: readonly PlannedInstance[]): Promise<readonly Finding[]> {
  const carriers = plan.filter(({ module }) => module.kind === 'plugin' && module.id === CARRIER)
  const attempts = carriers.flatMap(({ id, config }) =>
    Object.entries((config as CarrierConfig).links).flatMap(([name, link]) =>
      link.hosts.map((peer) => checkPeer(formatLinkId(id, name), peer, link)),
    ),
  )
  return Promise.all(attempts)
}

async function checkPeer(link: string, peer: string, { tls, connectTimeoutMs }: LinkConfig): Promise<Finding> {
  const subject = `link ${link}`
  const { host, port } = splitPeer(peer)
  try {
    const socket = await connectSmpp({
      host,
      port,
      timeoutMs: Math.min(TIMEOUT_MS, connectTimeoutMs),
      ...(tls && { tls: { ...tls, rejectUnauthorized: tls.verify } }),
    })
    socket.destroy()
    return good(subject, `${peer} can be reached${tls ? ', and its certificate is good' : ''}`)
  } catch (error) {
    const { message } = error as Error
    const isCertificate = error instanceof SmppConnectError && error.failure === 'tls'
    return isCertificate
      ? bad(
          subject,
          `${peer} is no TLS peer to trust: ${message}`,
          'Check the port, and `tls.ca` and `tls.serverName`.',
        )
      : bad(subject, `${peer} cannot be reached: ${message}`, 'Check `hosts`, the way there, and the allow-list there.')
  }
}

/** `host:port`, as the schema of the carrier has it; an IPv6 address stands in brackets. */
function splitPeer(peer: string): { readonly host: string; readonly port: number } {
  const colon = peer.lastIndexOf(':')
  return { host: peer.slice(0, colon).replace(/^\[(.*)\]$/, '$1'), port: Number(peer.slice(colon + 1)) }
}
