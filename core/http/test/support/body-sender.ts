import { type Connection, type RawResponse, request } from '../http-connection.ts'

const PIECE = Buffer.alloc(65_536, 'x')
const CHUNK = Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from('\r\n')])

/** A client that sends a body piece by piece, until it is refused. */
export class BodySender {
  readonly connection: Connection
  readonly #piece: Buffer
  readonly #octets: number
  #isRefused = false
  sent = 0

  /**
   * @param octets - the most that is sent: whole pieces, and less than this by up to one piece. The end of a chunked
   * body is never sent.
   */
  constructor(
    connection: Connection,
    path: string,
    framing: Readonly<Record<string, string>>,
    octets: number,
    onAnswer: (response: RawResponse | undefined) => void = () => {},
  ) {
    this.#octets = octets
    this.connection = connection.send(request(`POST ${path}`, framing))
    this.#piece = 'Transfer-Encoding' in framing ? CHUNK : PIECE
    connection.response().then((response) => {
      this.#isRefused = true
      onAnswer(response)
    })
  }

  get isDone(): boolean {
    return this.#isRefused || this.connection.socket.destroyed || this.sent + PIECE.length > this.#octets
  }

  async send(): Promise<void> {
    this.sent += PIECE.length
    await new Promise<void>((resolve) => this.connection.socket.write(this.#piece, () => resolve()))
  }
}
