/** How the fields of a request are sent. */
export type FieldFormat = 'query' | 'form' | 'json'

/** A list is sent as a repeated parameter, or as a list in JSON. */
export type Fields = Readonly<Record<string, string | readonly string[]>>

/** What a client is to send. The client chooses the encoding, because that is what the tests are about. */
export interface ClientRequest {
  readonly url: string
  readonly format: FieldFormat
  readonly headers: Readonly<Record<string, string>>
  readonly fields: Fields
}

export interface ClientAnswer {
  readonly status: number
  readonly text: string
}

/** A third-party client, which sends one request after the other. */
export interface HttpClient {
  readonly name: string
  /** The reason why it cannot run; false when it can. */
  readonly skip: string | false
  readonly send: (requests: readonly ClientRequest[]) => Promise<readonly ClientAnswer[]>
  /** The charset of its octets; UTF-8 when absent. */
  readonly charset?: 'windows-1252'
  /** The client speaks only HTTP/1.0. */
  readonly isOld?: true
  /** For a client that changes its text: returns the text that it sends. */
  readonly changed?: (text: string, format: FieldFormat) => string
}

export const CONTENT_TYPES: Readonly<Record<FieldFormat, string | undefined>> = {
  query: undefined,
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
}
