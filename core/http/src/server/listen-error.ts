import { createServer } from 'node:net'

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there; stop it or configure another port',
  EADDRNOTAVAIL: 'this machine has no such address; configure one it has, or 0.0.0.0',
  EACCES: 'not permitted; ports below 1024 need a privilege, so configure a higher one or grant it',
  ENOTFOUND: 'the host name does not resolve; configure an address',
}

/** Thrown for an address that cannot be listened on. `code` is the system's: `EADDRINUSE`, `EACCES`, ... */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly code: string

  constructor(host: string, port: number, code: string, cause?: unknown) {
    const reason = REASONS[code] ?? 'the system refused'
    super(`Cannot listen on ${host} port ${port} (${code}): ${reason}`, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

export function toListenError(host: string, port: number, cause: unknown): ListenError {
  const { code } = cause as { code?: unknown }
  return new ListenError(host, port, typeof code === 'string' ? code : 'UNKNOWN', cause)
}

/** Finds out why listening failed, for a server that does not report the reason: it asks the system again. */
export async function explainListenFailure(host: string, port: number): Promise<ListenError> {
  return (await tryListening(host, port)) ?? new ListenError(host, port, 'UNKNOWN')
}

/** Listens for a moment. Resolves with the reason why that is not possible, or with undefined. */
export function tryListening(host: string, port: number): Promise<ListenError | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (cause) => resolve(toListenError(host, port, cause)))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}
