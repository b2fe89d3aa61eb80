export { type ConnectFailure, connectSmpp, SmppConnectError } from './net/connect-smpp.ts'
export { listenSmpp } from './net/listen-smpp.ts'
export type {
  ConnectOptions,
  ConnectTls,
  ListenOptions,
  ListenTls,
  SmppConnection,
  SmppListener,
} from './net/types.ts'
export { COMMAND_IDS, type CommandName, commandOfId } from './pdu/commands.ts'
export { decodePdu } from './pdu/decode-pdu.ts'
export { encodePdu } from './pdu/encode-pdu.ts'
export type {
  Address,
  AlertNotificationPdu,
  BarePdu,
  BareResponse,
  BindPdu,
  BindResponse,
  CancelSmPdu,
  DataSmPdu,
  DeliverSmPdu,
  DistributionList,
  Draft,
  MessageIdResponse,
  OutbindPdu,
  Pdu,
  PduDraft,
  QuerySmPdu,
  QuerySmResponse,
  ReplaceSmPdu,
  RequestDraft,
  RequestPdu,
  ResponseDraft,
  ResponsePdu,
  SubmitMultiPdu,
  SubmitMultiResponse,
  SubmitSmPdu,
  Unsuccessful,
} from './pdu/pdu.ts'
export { PduError } from './pdu/pdu-error.ts'
export { STATUS, type StatusName, statusName } from './pdu/status.ts'
export type { NetworkErrorCode, RawTlv, Tlvs } from './pdu/tlvs.ts'
export { FrameError, FrameReader, MAX_FRAME_LENGTH } from './session/frame-reader.ts'
export { createSession } from './session/smpp-session.ts'
export type {
  CloseReason,
  PduDirection,
  PduTap,
  RequestOutcome,
  Respond,
  ResponseFields,
  Session,
  SessionCounters,
  SessionOptions,
  SessionSocket,
} from './session/types.ts'
export { formatRelativeSmppTime, formatSmppTime, parseSmppTime } from './text/smpp-times.ts'
export {
  type DecodedText,
  type DecodeOptions,
  dataCodingOf,
  decodeText,
  encodeText,
  type TextAlphabet,
} from './text/text-coding.ts'
export {
  type Concatenation,
  concatenationHeader,
  joinUserData,
  readUserDataHeader,
  type UserData,
} from './text/user-data-header.ts'
