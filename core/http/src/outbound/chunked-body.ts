import type { LimitedOctets } from './limited-octets.ts'
import { MalformedReply } from './reply-head.ts'

/** Octets of extensions and trailers of a reply: they are read over, but not for ever. */
const ASIDE_LIMIT = 16_384
/** Hexadecimal digits of a size: as many as a number holds exactly. */
const SIZE_DIGITS = 12

// What is expected next.
const SIZE = 0
const EXTENSION = 1
const SIZE_LF = 2
const DATA = 3
const DATA_CR = 4
const DATA_LF = 5
const TRAILER = 6
const TRAILER_NAME = 7
const TRAILER_VALUE = 8
const TRAILER_LF = 9
const LAST_LF = 10
const END = 11

const CR = 0x0d
const LF = 0x0a
const SEMICOLON = 0x3b
const COLON = 0x3a

/** A body in chunks (RFC 9112 section 7.1). Extensions and trailers are checked and dropped. */
export class ChunkedBody {
  #state = SIZE
  #size = 0
  #digits = 0
  #aside = 0

  /** Whether the last chunk and the trailers have come. */
  get isOver(): boolean {
    return this.#state === END
  }

  /**
   * Adds the content from `start` on to `body`, to the end of the body or until that is cut. Returns the position
   * after what it has read. Throws a `MalformedReply`.
   */
  take(octets: Buffer, start: number, body: LimitedOctets): number {
    let at = start
    while (at < octets.length && this.#state !== END && !body.isCut) {
      if (this.#state === DATA) at = this.#takeData(octets, at, body)
      else {
        this.#state = this.#after(octets[at] as number)
        at += 1
      }
    }
    return at
  }

  #takeData(octets: Buffer, start: number, body: LimitedOctets): number {
    const end = Math.min(octets.length, start + this.#size)
    body.add(octets, start, end)
    this.#size -= end - start
    if (this.#size === 0) this.#state = DATA_CR
    return end
  }

  /** The state after an octet that is not content. */
  #after(octet: number): number {
    switch (this.#state) {
      case SIZE:
        return this.#afterSize(octet)
      case EXTENSION:
        return octet === CR ? SIZE_LF : this.#drop(isFieldOctet(octet), EXTENSION)
      case SIZE_LF:
        return octet === LF ? this.#afterSizeLine() : malformed()
      case DATA_CR:
        return octet === CR ? DATA_LF : malformed()
      case DATA_LF:
        return octet === LF ? SIZE : malformed()
      case TRAILER:
        return octet === CR ? LAST_LF : this.#drop(isTokenOctet(octet), TRAILER_NAME)
      case TRAILER_NAME:
        return octet === COLON ? TRAILER_VALUE : this.#drop(isTokenOctet(octet), TRAILER_NAME)
      case TRAILER_VALUE:
        return octet === CR ? TRAILER_LF : this.#drop(isFieldOctet(octet), TRAILER_VALUE)
      case TRAILER_LF:
        return octet === LF ? TRAILER : malformed()
      default:
        return octet === LF ? END : malformed()
    }
  }

  #afterSize(octet: number): number {
    const digit = hexDigit(octet)
    if (digit >= 0) {
      this.#digits += 1
      this.#size = this.#size * 16 + digit
      return this.#digits > SIZE_DIGITS ? malformed() : SIZE
    }
    if (this.#digits === 0) return malformed()
    return octet === CR ? SIZE_LF : octet === SEMICOLON ? EXTENSION : malformed()
  }

  #afterSizeLine(): number {
    this.#digits = 0
    return this.#size === 0 ? TRAILER : DATA
  }

  /** Counts an octet that is dropped. */
  #drop(isValid: boolean, next: number): number {
    this.#aside += 1
    return isValid && this.#aside <= ASIDE_LIMIT ? next : malformed()
  }
}

function malformed(): never {
  throw new MalformedReply('a body that is not in valid chunks')
}

/** -1 for anything else. */
function hexDigit(octet: number): number {
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30
  const letter = octet | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function isFieldOctet(octet: number): boolean {
  return octet === 0x09 || (octet >= 0x20 && octet !== 0x7f)
}

/** Those of names (RFC 9110 section 5.6.2). */
const TOKEN_OCTETS = new Set(
  Buffer.from("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"),
)

function isTokenOctet(octet: number): boolean {
  return TOKEN_OCTETS.has(octet)
}
