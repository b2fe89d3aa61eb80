export {
  grantToken,
  KEY_MARK_OCTETS,
  readAccessToken,
  type TokenClaims,
  type TokenGrant,
  type TokenSigner,
  writeAccessToken,
} from './access-tokens.ts'
export { addressGroup } from './address-group.ts'
export { createAddressList } from './address-list.ts'
export { alertNotFound, decideAlert, MAX_ALERTS, readAlert, tooManyAlerts } from './alerts.ts'
export { type BeyondGsm, findBeyondGsm, replaceBeyondGsm } from './beyond-gsm.ts'
export { bulkState, formsBulk } from './bulks.ts'
export { CALLING_CODE_PATTERN, callingCodeOfDigits } from './calling-codes.ts'
export { type CampaignFacts, campaignState, FAILED_STATES } from './campaign-state.ts'
export { type Charset, charsetByLabel } from './charsets.ts'
export { blobGone, blobsFull, blobTooLarge, checkBlob, chunksOfOctets } from './check-blob.ts'
export { checkContent, isMediaType } from './check-content.ts'
export { columnKey } from './column-key.ts'
export { type ConfirmationFacts, defaultConfirmation, forwardText } from './confirmation-text.ts'
export {
  decideUndo,
  type ReadDrafts,
  readContactNumber,
  readContactNumbers,
  readDrafts,
  readGroupName,
} from './contact-requests.ts'
export { CONTACT_FIELDS } from './contact-values.ts'
export { type CheckedContact, MAX_GROUPS, nameKey, numberBeginning, tidy } from './contacts.ts'
export { charsetLabelOf, mediaTypeOf } from './content-type.ts'
export { type CountryCode, callingCodeOf, countryOfNumber, mainCountryOf } from './countries.ts'
export { nextOpening, openingAt } from './day-window.ts'
export { decodeText } from './decode-text.ts'
export {
  checkDeliveryWindow,
  createOpenHours,
  departure,
  formatDeliveryWindow,
  KnownWindows,
  type OpenHours,
  parseDeliveryWindow,
  windowProblems,
} from './delivery-window.ts'
export { describeErased } from './describe-erased.ts'
export {
  ERROR_GROUPS,
  ERRORS,
  type ErrorGroupName,
  type ErrorObject,
  errorById,
} from './error-registry.ts'
export { checkSubscription } from './event-subscriptions.ts'
export { decodeGsm, encodeGsm, isGsmText } from './gsm.ts'
export { describeScope } from './hold-scope.ts'
export type { AskedRequest, MessageTerms } from './hook-answers.ts'
export { createHookChain, type HookChain, type HookChainOptions, type HookFault } from './hook-chain.ts'
export {
  type IncomingFacts,
  incomingGetUrl,
  incomingInstanceOf,
  incomingJsonBody,
  incomingSoapRequest,
  type SubscriptionEvent,
  subscriptionJsonBody,
} from './incoming-webhook.ts'
export { checkSecret } from './instance-secrets.ts'
export { findOptOutKeyword, isOptIn, OPT_IN_KEYWORD, OPT_OUT_KEYWORDS } from './keywords.ts'
export { formatLinkId, type LinkPlace, parseLinkId } from './link-ids.ts'
export { createSubscriptionLinks } from './link-signatures.ts'
export { isLoopback } from './loopback.ts'
export { type MeasuredMessage, type MessageBody, measureMessage } from './measure-message.ts'
export { type HistoryFacts, type NotedEntry, type PartFacts, type ReplacedEnd, tellHistory } from './message-history.ts'
export { formatMessageId, type GeneratedMessageId, parseMessageId } from './message-ids.ts'
export { keptMetadata, METADATA_RULE, metadataText } from './metadata.ts'
export { hasWords, nameWords, wordBeginnings } from './name-words.ts'
export { canonicalNetworkId, networkIdCandidates } from './network-ids.ts'
export { isNumberCountry, type NumberForm, normaliseNumber } from './numbers.ts'
export { notGiven } from './outgoing-numbers.ts'
export { type OwnOrigin, UNBLOCKED_ORIGINS } from './own-messages.ts'
export { type PersonalText, readPersonalText, refuseUnknown } from './personal-text.ts'
export { fillPlaceholders, needsContact, type PlacedText, readPlaceholders } from './placeholders.ts'
export { priorityName } from './priorities.ts'
export { createQuietCheck, describeQuietHours, endsQuietHours, type QuietCheck, readQuietHours } from './quiet-hours.ts'
export { receiptKindOf, receiptRequestFault } from './receipt-form.ts'
export { isPushed, PUSHES_KEPT_HOURS } from './receipt-push.ts'
export {
  receiptStatusOfMessageState,
  receiptStatusOfStat,
  SMPP_STATES,
  type SmppStat,
  type SmppState,
  stateAfterReceipt,
} from './receipt-status.ts'
export { formatReceiptText, type ParsedReceiptText, parseReceiptText, type ReceiptTextFields } from './receipt-text.ts'
export { LONGEST_NUMBER, type RecipientText, recipientText } from './recipient-text.ts'
export {
  daysOf,
  MAX_REPORTS,
  mondayOf,
  readReport,
  reportNotFound,
  tooManyReports,
} from './saved-reports.ts'
export {
  LONGEST_PASSWORD,
  LONGEST_SHARED_SECRET,
  passwordFault,
  SHORTEST_PASSWORD,
  SHORTEST_SHARED_SECRET,
  sharedSecretFault,
} from './secret-rules.ts'
export {
  allOf,
  completed,
  isSegmentPlace,
  type PlacedSegment,
  requestOfSegment,
  SEGMENTS_WAIT_MS,
  type SegmentKey,
  type SegmentSet,
  segmentKeyOf,
  sortSegments,
} from './segment-sets.ts'
export {
  LONGEST_TEXT,
  MAX_PARTS,
  measureSent,
  measureText,
  partRoom,
  type SplitText,
  splitText,
  type TextEncoding,
  type TextMeasure,
  tellParts,
  ucs2Parts,
} from './segments.ts'
export {
  chooseChannel,
  type OutgoingChannel,
  type SendingChannels,
  senderForRecipient,
  senderOf,
  sendersOf,
  sendingChannels,
} from './sending-channels.ts'
export { isShiftHeader, readShiftTables, type ShiftTables, shiftHeader } from './shift-tables.ts'
export { measureShifted, type ShiftedMeasure } from './shifted-text.ts'
export { createShortCodes, isShortCode } from './short-codes.ts'
export { type SlowRest, slowEnd } from './slow-end.ts'
export { checkSpeedLimit, MAX_SPEED_PARTS, MAX_SPEED_SECONDS } from './speed-limit.ts'
export {
  type CheckedIncrement,
  type CheckedList,
  checkStateEntry,
  checkStateIncrement,
  checkStateList,
  requireOneMessage,
  stateChanged,
  stateNotANumber,
} from './state-entries.ts'
export {
  errorIdOf,
  isFinal,
  STATUS_FORMS,
  type StatusForms,
  statesOfGroup,
  type TextStatus,
  type WebhookStatus,
} from './status-forms.ts'
export { STATUS_GROUPS, STATUSES, type StatusGroupName, type StatusObject, statusById } from './status-registry.ts'
export { type StrangerLimits, type StrangerPlace, StrangerPlaces } from './stranger-places.ts'
export {
  fillSubscriptionLinks,
  hasSubscriptionLinks,
  type LinkBases,
  type LinkOwner,
  type LinkSite,
  type ShortForm,
} from './subscription-links.ts'
export { describeSubscription } from './subscription-text.ts'
export { conversationNotFound, readNote, unknownColleague } from './team-inbox.ts'
export { fillTemplate, type VariableValues } from './template-variables.ts'
export { letterFor, seededPlan, type TextLetter } from './text-comparison.ts'
export {
  MAX_TEMPLATES,
  readTemplate,
  templateNotFound,
  templateTaken,
  tooManyTemplates,
} from './text-templates.ts'
export { saysAll, textBeginnings, textWords } from './text-words.ts'
export { mapInSlices, TimeSlice } from './time-slice.ts'
export { createTimeZone } from './time-zone.ts'
export { codeOf, matchingStep, otpauthUri, stepOf, toBase32 } from './totp.ts'
export { mayFollow } from './transitions.ts'
export { type Transliteration, transliterate } from './transliterate.ts'
export {
  charactersOf,
  checkCells,
  checkPiece,
  checkPlan,
  checkRowCount,
  clampRows,
  columnsOf,
  MAX_WAITING_UPLOADS,
  nothingFailed,
  pieceMissing,
  readGroupUpload,
  readNewUpload,
  readUploadName,
  requireUploadState,
  resentPlan,
  rowIsSound,
  rowNotFound,
  tooManyUploads,
  UPLOAD_MEBIBYTES,
  uploadNotFound,
  uploadsFull,
} from './upload-requests.ts'
export {
  contactsNeeded,
  type ReadRow,
  type RowContacts,
  type RowReader,
  readUploadRow,
  rowReader,
  showUploadRow,
  UploadPageRows,
} from './upload-rows.ts'
export { isVisible, shownUrl, visibleChannel, visibleReports, visibleUploads } from './visible-channels.ts'
export { REPLY_OCTETS, type ReplyForm, readReply, sendableReply, type WebhookReply } from './webhook-reply.ts'
export {
  causeForClient,
  isClosed,
  type LineFacts,
  type RouteFacts,
  type WaitingFacts,
  whyRouteWaits,
  whyWaiting,
  whyWouldWait,
} from './why-waiting.ts'
export { decodeWindows1252 } from './windows-1252.ts'
