/** What the bench reads of the simulator's counts. */
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
}

export const SIMULATOR = 'simulator'

/** @param token of the admin port; undefined where it wants none */
export function createSimulatorAdmin(admin: string, token: string | undefined): SimulatorAdmin {
  const base = `${admin}/instances/${SIMULATOR}`
  return {
    stats: async () => (await getJson(`${base}/stats`, token)) as SimulatorStats,
    sent: async (after, limit) =>
      ((await getJson(`${base}/sent?after=${after}&limit=${limit}`, token)) as { sent: SentMessage[] }).sent,
  }
}

async function getJson(url: string, token: string | undefined): Promise<unknown> {
  const response = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`GET ${url}: ${response.status} ${(await response.text()).slice(0, 300)}`)
  return response.json()
}
