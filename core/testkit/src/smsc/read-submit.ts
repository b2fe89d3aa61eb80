import {
  type Address,
  type DataSmPdu,
  decodeText,
  readUserDataHeader,
  type SubmitMultiPdu,
  type SubmitSmPdu,
} from '@heliograph/smpp'
import type { LiveBind } from './bind.ts'
import type { ReceivedSegment, ReceivedSubmit } from './received.ts'

const UDHI = 0x40

type SubmitPdu = SubmitSmPdu | DataSmPdu | SubmitMultiPdu
type Content = Pick<ReceivedSubmit, 'text' | 'encoding' | 'flash' | 'octets' | 'userDataHeader' | 'segment'>

/** The content of a submit: header, segment number and text. */
function readContent(pdu: SubmitPdu): Content {
  const octets = payloadOf(pdu)
  const header = (pdu.esmClass & UDHI) === 0 ? undefined : readUserDataHeader(octets)
  const rest = header?.rest ?? octets
  const { encoding, flash, text } = decodeText(rest, pdu.dataCoding, { tables: header?.tables })
  return {
    text,
    encoding,
    flash,
    octets: rest.length,
    userDataHeader: header ? header.header.toString('hex').toUpperCase() : null,
    segment: header?.concatenation ?? sarSegment(pdu),
  }
}

function payloadOf(pdu: SubmitPdu): Buffer {
  const { messagePayload } = pdu.tlvs
  return messagePayload ?? ('shortMessage' in pdu ? pdu.shortMessage : Buffer.alloc(0))
}

function sarSegment({ tlvs }: SubmitPdu): ReceivedSegment | null {
  const { sarMsgRefNum: reference, sarSegmentSeqnum: part, sarTotalSegments: total } = tlvs
  return reference === undefined || part === undefined || total === undefined ? null : { reference, total, part }
}

/** A copy of the PDU with its own octets, since those received are views into the buffer that the socket reads into. */
export function detached<P extends SubmitPdu>(pdu: P): P {
  const { messagePayload } = pdu.tlvs
  return {
    ...pdu,
    ...('shortMessage' in pdu ? { shortMessage: Buffer.from(pdu.shortMessage) } : {}),
    ...(messagePayload ? { tlvs: { ...pdu.tlvs, messagePayload: Buffer.from(messagePayload) } } : {}),
  }
}

/** The recipients of a submit; distribution lists have none. */
export function destinationsOf(pdu: SubmitPdu): readonly Address[] {
  if (pdu.command !== 'submit_multi') return [pdu.destination]
  return pdu.destinations.flatMap((each) => ('address' in each ? [each] : []))
}

/** A submit as it arrived. Its text is decoded only when a test reads it, which is rare at high rates. */
export class SubmitRecord implements ReceivedSubmit {
  readonly bind: LiveBind
  readonly pdu: SubmitPdu
  readonly from: string
  readonly to: string
  readonly at: number
  status: number | undefined = undefined
  messageId: string | undefined = undefined
  #content: Content | undefined = undefined

  constructor(bind: LiveBind, pdu: SubmitPdu, at: number) {
    this.bind = bind
    this.pdu = pdu
    this.from = pdu.source.address
    this.to = pdu.command === 'submit_multi' ? (destinationsOf(pdu)[0]?.address ?? '') : pdu.destination.address
    this.at = at
  }

  get text(): string {
    return this.#decoded.text
  }

  get encoding(): ReceivedSubmit['encoding'] {
    return this.#decoded.encoding
  }

  get flash(): boolean {
    return this.#decoded.flash
  }

  get octets(): number {
    return this.#decoded.octets
  }

  get userDataHeader(): string | null {
    return this.#decoded.userDataHeader
  }

  get segment(): ReceivedSegment | null {
    return this.#decoded.segment
  }

  get #decoded(): Content {
    this.#content ??= readContent(this.pdu)
    return this.#content
  }
}
