/** Which requests are shown, as the address has it. */
export interface RequestSearch {
  /** Only those that were refused. */
  readonly failed?: true
  /** One request, by its id. */
  readonly request?: string | number
  readonly interface?: string
  readonly key?: number
  readonly status?: number
  readonly field?: string | number
  readonly text?: string | number
}

const NUMBERS = ['key', 'status'] as const
const TEXTS = ['request', 'interface', 'field', 'text'] as const

/** Reads the known parts of an address; everything else is dropped. */
export function readRequestSearch(given: Record<string, unknown>): RequestSearch {
  const search: Record<string, unknown> = given.failed === true ? { failed: true } : {}
  for (const name of NUMBERS) if (Number.isSafeInteger(given[name])) search[name] = given[name]
  for (const name of TEXTS) {
    const value = given[name]
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) search[name] = value
  }
  return search
}

/** The filter as the API takes it. */
export function toRequestQuery({ failed, request, interface: instanceId, key, status, field, text }: RequestSearch) {
  const written = (value: string | number | undefined) => (value === undefined ? undefined : String(value))
  return {
    refused: failed,
    instanceId,
    keyId: key,
    requestId: written(request),
    field: written(field),
    text: written(text),
    // While a status is being typed it is no status yet.
    status: status !== undefined && status >= 100 && status <= 599 ? status : undefined,
  }
}
