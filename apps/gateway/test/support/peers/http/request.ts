/** How the fields of a request travel. */
export type Way = 'query' | 'form' | 'json'

/** A list is a parameter that is repeated; a list in JSON. */
export type Fields = Readonly<Record<string, string | readonly string[]>>

/** What a client is asked to send. How it is written down is for the client: that is what is tried. */
export interface ClientRequest {
  readonly url: string
  readonly way: Way
  readonly headers: Readonly<Record<string, string>>
  readonly fields: Fields
}

export interface ClientAnswer {
  readonly status: number
  readonly text: string
}

/** A client of another maker: sends one request after the other. */
export interface HttpClient {
  readonly name: string
  /** Why it cannot run; false when it can. */
  readonly skip: string | false
  readonly send: (requests: readonly ClientRequest[]) => Promise<readonly ClientAnswer[]>
  /** What its octets are in; UTF-8 when absent. */
  readonly charset?: 'windows-1252'
  /** It speaks HTTP/1.0 only. */
  readonly isOld?: true
  /** The text that leaves the client when it changes what it is given; absent: it does not. */
  readonly changed?: (text: string, way: Way) => string
}

export const CONTENT_TYPES: Readonly<Record<Way, string | undefined>> = {
  query: undefined,
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
}
