import { type DataSmPdu, decodeText, readUserDataHeader, type SubmitMultiPdu, type SubmitSmPdu } from '@heliograph/smpp'
import type { ReceivedSegment, ReceivedSubmit } from './received.ts'

const UDHI = 0x40

type SubmitPdu = SubmitSmPdu | DataSmPdu | SubmitMultiPdu
type Content = Pick<ReceivedSubmit, 'text' | 'encoding' | 'flash' | 'octets' | 'userDataHeader' | 'segment'>

/** What a submit carries: header, place among segments and text. */
export function readContent(pdu: SubmitPdu): Content {
  const octets = payloadOf(pdu)
  const header = (pdu.esmClass & UDHI) === 0 ? undefined : readUserDataHeader(octets)
  const rest = header?.rest ?? octets
  const { encoding, flash, text } = decodeText(rest, pdu.dataCoding)
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

/** The same PDU with octets of its own: those that come are views into what the socket reads. */
export function detached<P extends SubmitPdu>(pdu: P): P {
  const { messagePayload } = pdu.tlvs
  return {
    ...pdu,
    ...('shortMessage' in pdu ? { shortMessage: Buffer.from(pdu.shortMessage) } : {}),
    ...(messagePayload ? { tlvs: { ...pdu.tlvs, messagePayload: Buffer.from(messagePayload) } } : {}),
  }
}
