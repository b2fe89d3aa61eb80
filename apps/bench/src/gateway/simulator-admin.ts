/** The simulator's counts that the bench reads. */
export interface SimulatorStats {
  readonly messages: number
  readonly duplicates: number
  readonly lastTakenAt: string | null
  readonly receipts: { readonly pending: number; readonly sent: number }
}

export interface SentMessage {
  readonly order: number
  /** ISO 8601. */
  readonly at: string
  readonly to: string
  readonly text: string
  readonly priority: string
}

/** The simulator's routes on the gateway's admin port. */
export interface SimulatorAdmin {
  stats(): Promise<SimulatorStats>
  /** The first `limit` submits after number `after`, oldest first. */
  sent(after: number, limit: number): Promise<readonly SentMessage[]>
  /** The request to `admin` that makes an SMS arrive, as sent over the wire. */
  incomingRequest(message: { readonly from: string; readonly to: string; readonly text: string }): string
  readonly admin: URL
}

export const SIMULATOR = 'simulator'

/** @param token of the admin port; undefined where it requires none */
export function createSimulatorAdmin(admin: string, token: string | undefined): SimulatorAdmin {
  const base = `${admin}/instances/${SIMULATOR}`
  return {
    stats: async () => (await getJson(`${base}/stats`, token)) as SimulatorStats,
    sent: async (after, limit) =>
      ((await getJson(`${base}/sent?after=${after}&limit=${limit}`, token)) as { sent: SentMessage[] }).sent,
    incomingRequest: (message) => {
      const { host, pathname } = new URL(`${base}/incoming`)
      const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
      const body = JSON.stringify(message)
      const headers = `Host: ${host}\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
      return `POST ${pathname} HTTP/1.1\r\n${headers}\r\n${body}`
    },
    admin: new URL(admin),
  }
}

async function getJson(url: string, token: string | undefined): Promise<unknown> {
  const response = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`GET ${url}: ${response.status} ${(await response.text()).slice(0, 300)}`)
  return response.json()
}
