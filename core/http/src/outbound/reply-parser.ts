import { ChunkedBody } from './chunked-body.ts'
import { LimitedOctets } from './limited-octets.ts'
import { MalformedReply, parseReplyHead, type ReplyHead } from './reply-head.ts'

/** A reply as received, up to the limit. */
export interface RawReply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly octets: Buffer
  /** Whether the reply was longer than the limit. */
  readonly isCut: boolean
  /** Whether the connection may carry another request. */
  readonly isKept: boolean
  /** How long the server says it keeps the connection. */
  readonly keepAliveMs: number | undefined
}

/** Octets of a head, as the gateway's own servers take them. */
const HEAD_LIMIT = 32_768
/** A server may say several times that it is at work (102) or has hints (103). */
const INTERIM_LIMIT = 100
const START = 'HTTP/1.'
const HEAD_END = '\r\n\r\n'

/** Reads the replies of one connection, one after the other, from the octets that arrive. */
export class ReplyParser {
  readonly #octets = new LimitedOctets()
  #isHead = false
  #limit = 0
  #interims = 0
  #head: ReplyHead | undefined
  #left = 0
  #chunks: ChunkedBody | undefined

  /**
   * A request is sent, and the next octets are to be its reply.
   *
   * @param isHead whether it is a HEAD request
   * @param limit octets of the body that are kept
   */
  begin(isHead: boolean, limit: number): void {
    this.#isHead = isHead
    this.#limit = limit
    this.#interims = 0
    this.#head = undefined
    this.#octets.reset(HEAD_LIMIT)
  }

  /** Takes the next octets, and returns the reply when it is whole or cut. Throws a `MalformedReply`. */
  take(octets: Buffer): RawReply | undefined {
    let at = 0
    while (this.#head === undefined) {
      at = this.#takeHead(octets, at)
      if (at < 0) return undefined
    }
    return this.#takeBody(this.#head, octets, at)
  }

  /** The connection has ended. Returns the reply when that is how its body ends. */
  end(): RawReply | undefined {
    return this.#head?.framing === 'close' ? this.#whole(this.#head, false) : undefined
  }

  /** Returns the position after the head, or -1 when it is not whole. */
  #takeHead(octets: Buffer, at: number): number {
    const held = this.#octets.length
    // Nearly all heads come in one piece, and are read where they are.
    if (held === 0) {
      const end = octets.indexOf(HEAD_END, at, 'latin1')
      if (end >= 0) {
        if (end + HEAD_END.length - at > HEAD_LIMIT) throw tooLong()
        this.#readHead(octets.toString('latin1', at, end))
        return end + HEAD_END.length
      }
    }
    this.#octets.add(octets, at, octets.length)
    const gathered = this.#octets.view()
    const end = gathered.indexOf(HEAD_END, Math.max(0, held - HEAD_END.length + 1), 'latin1')
    if (end >= 0) {
      this.#readHead(gathered.toString('latin1', 0, end))
      return at + end + HEAD_END.length - held
    }
    this.#checkStart(gathered, held)
    return -1
  }

  /** What cannot become a head is not waited for. */
  #checkStart(gathered: Buffer, held: number): void {
    if (this.#octets.isCut) throw tooLong()
    if (!START.startsWith(gathered.toString('latin1', 0, START.length))) throw new MalformedReply('no status line')
    for (let at = gathered.indexOf(LF, held); at >= 0; at = gathered.indexOf(LF, at + 1)) {
      if (gathered[at - 1] !== CR) throw new MalformedReply('a line end without CR')
    }
  }

  #readHead(text: string): void {
    const head = parseReplyHead(text, this.#isHead)
    if (head.status === 101) throw new MalformedReply('a change of protocol that was not asked for')
    if (head.status < 200) {
      this.#interims += 1
      if (this.#interims > INTERIM_LIMIT) throw new MalformedReply('too many interim replies')
      this.#octets.reset(HEAD_LIMIT)
      return
    }
    this.#head = head
    this.#left = head.length
    this.#chunks = head.framing === 'chunked' ? new ChunkedBody() : undefined
    this.#octets.reset(this.#limit)
  }

  #takeBody(head: ReplyHead, octets: Buffer, start: number): RawReply | undefined {
    const body = this.#octets
    let end = octets.length
    let isOver = false
    if (this.#chunks !== undefined) {
      end = this.#chunks.take(octets, start, body)
      isOver = this.#chunks.isOver
    } else {
      if (head.framing === 'length') end = Math.min(end, start + this.#left)
      body.add(octets, start, end)
      this.#left -= end - start
      isOver = head.framing === 'length' && this.#left === 0
    }
    if (!isOver && !body.isCut) return undefined
    // A server that has sent more than its reply may mean it to be taken for the next one.
    return this.#whole(head, isOver && end === octets.length)
  }

  #whole(head: ReplyHead, isAtEnd: boolean): RawReply {
    const { isCut } = this.#octets
    return {
      status: head.status,
      headers: head.headers,
      octets: this.#octets.view(),
      isCut,
      isKept: isAtEnd && !isCut && head.isKept,
      keepAliveMs: head.keepAliveMs,
    }
  }
}

const CR = 0x0d
const LF = 0x0a

function tooLong(): MalformedReply {
  return new MalformedReply(`a head of more than ${HEAD_LIMIT} octets`)
}
