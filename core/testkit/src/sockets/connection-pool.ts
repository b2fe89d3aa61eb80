import { ClientConnection } from './client-connection.ts'

/**
 * Connections to a port: one for each request under way, reused for later requests as long as the server keeps them
 * open.
 */
export class ConnectionPool {
  readonly #port: number
  readonly #all = new Set<ClientConnection>()
  readonly #idle: ClientConnection[] = []

  constructor(port: number) {
    this.#port = port
  }

  async take(): Promise<ClientConnection> {
    const kept = this.#idle.pop()
    if (kept?.isOpen) return kept
    const opened = await ClientConnection.open(this.#port)
    this.#all.add(opened)
    return opened
  }

  giveBack(connection: ClientConnection): void {
    if (connection.isOpen) this.#idle.push(connection)
    else this.#all.delete(connection)
  }

  close(): void {
    for (const each of this.#all) each.close()
  }
}
