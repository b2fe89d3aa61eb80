import type { RequestLog, RequestRecord } from '@heliograph/contracts'

/** Requests of clients, as a test says they were: the double has no host that sees them. */
export interface MemoryRequests extends RequestLog {
  add(clientId: number, record: RequestRecord): void
}

export function createMemoryRequests(): MemoryRequests {
  const records: { readonly clientId: number; readonly record: RequestRecord }[] = []
  return {
    add: (clientId, record) => void records.unshift({ clientId, record }),
    list: ({ clientId }) => records.filter((each) => each.clientId === clientId).map(({ record }) => record),
  }
}
