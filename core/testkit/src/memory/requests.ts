import type { RequestLog, RequestRecord } from '@heliograph/contracts'

/** Requests of clients as added by a test: the double has no host that would see real ones. */
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
