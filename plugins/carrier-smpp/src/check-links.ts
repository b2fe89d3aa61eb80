import type { CheckFinding } from '@heliograph/contracts'
import { connectSmpp, SmppConnectError } from '@heliograph/smpp'
import type { CarrierConfig, LinkConfig } from './config.ts'
import { parseHost } from './hosts.ts'

const TIMEOUT_MS = 5_000

/**
 * Connects to every SMSC of every link, with TLS where the link uses it, and disconnects without binding, because a
 * bind might displace one that another gateway holds.
 */
export async function checkLinks({ links }: CarrierConfig): Promise<readonly CheckFinding[]> {
  const attempts = Object.entries(links).flatMap(([name, link]) =>
    link.hosts.map((peer) => checkPeer(name, peer, link)),
  )
  return Promise.all(attempts)
}

async function checkPeer(link: string, peer: string, { tls, connectTimeoutMs }: LinkConfig): Promise<CheckFinding> {
  const name = `link ${link}`
  const { host, port } = parseHost(peer)
  try {
    const socket = await connectSmpp({
      host,
      port,
      timeoutMs: Math.min(TIMEOUT_MS, connectTimeoutMs),
      ...(tls && { tls: { ...tls, rejectUnauthorized: tls.verify } }),
    })
    socket.destroy()
    const certificate = tls?.verify ? ', and its certificate is good' : ''
    return { name, ok: true, message: `${peer} can be reached${certificate}` }
  } catch (error) {
    const { message } = error as Error
    if (error instanceof SmppConnectError && error.failure === 'tls') {
      const remedy = 'Check the port, and `tls.ca` and `tls.serverName`.'
      return { name, ok: false, message: `${peer} is not a trusted TLS peer: ${message}`, remedy }
    }
    const remedy = 'Check `hosts`, the way there, and the allow-list there.'
    return { name, ok: false, message: `${peer} cannot be reached: ${message}`, remedy }
  }
}
