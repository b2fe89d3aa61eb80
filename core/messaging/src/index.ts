export { type CountryCode, callingCodeOf, countryOfNumber } from './countries.ts'
export {
  ERROR_GROUPS,
  ERRORS,
  type ErrorGroupName,
  type ErrorObject,
  errorById,
} from './error-registry.ts'
export { FACES, isFinal, type StateFaces, statesOfGroup, type TextStatus, type WebhookStatus } from './faces.ts'
export { decodeGsm, encodeGsm, isGsmText } from './gsm.ts'
export { findOptOutKeyword, isOptIn, type KeywordMatch, OPT_IN_KEYWORD, OPT_OUT_KEYWORDS } from './keywords.ts'
export { formatLinkId, type LinkPlace, parseLinkId } from './link-ids.ts'
export { formatMessageId, type GeneratedMessageId, parseMessageId } from './message-ids.ts'
export { canonicalNetworkId, networkIdCandidates } from './network-ids.ts'
export { isNumberCountry, type NumberForm, normaliseNumber } from './numbers.ts'
export {
  receiptStatusOfMessageState,
  receiptStatusOfStat,
  SMPP_STATES,
  type SmppStat,
  type SmppState,
  stateAfterReceipt,
} from './receipt-status.ts'
export { formatReceiptText, type ParsedReceiptText, parseReceiptText, type ReceiptTextFields } from './receipt-text.ts'
export { MAX_PARTS, measureText, type SplitText, splitText, type TextEncoding, type TextMeasure } from './segments.ts'
export { STATUS_GROUPS, STATUSES, type StatusGroupName, type StatusObject, statusById } from './status-registry.ts'
export { mayFollow } from './transitions.ts'
