import type { CheckFinding } from '@heliograph/contracts'
import { connectSmpp, SmppConnectError } from '@heliograph/smpp'
import type { CarrierConfig, LinkConfig } from './config.ts'
import { parseHost } from './hosts.ts'

const TIMEOUT_MS = 5_000

/**
 * Connects to every SMSC that a link names, encrypted where the link is, and leaves again without a word: a bind might take the place of one that another
 * gateway holds.
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
      return { name, ok: false, message: `${peer} is no TLS peer to trust: ${message}`, remedy }
    }
    const remedy = 'Check `hosts`, the way there, and the allow-list there.'
    return { name, ok: false, message: `${peer} cannot be reached: ${message}`, remedy }
  }
}
