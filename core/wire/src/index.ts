export {
  type Charset,
  charsetByLabel,
  charsetLabelOf,
  decodeText,
  mapInSlices,
  mediaTypeOf,
  TimeSlice,
} from '@heliograph/messaging'
export { errorPages, type PageLink } from './answers/error-page.ts'
export { escapeHtml } from './answers/escape-html.ts'
export { ONE_FAILURE_STATUSES } from './answers/failure-statuses.ts'
export { jsonError, jsonFailure, jsonResults } from './answers/json-answers.ts'
export {
  failedRecipient,
  formatRecipientResult,
  type RecipientResult,
  recipientResponse,
  recipientResultOf,
} from './answers/recipient-results.ts'
export { htmlResponse, jsonResponse, jsonTextResponse, textResponse, xmlResponse } from './answers/responses.ts'
export { TEXT_STATUSES, textError } from './answers/text-errors.ts'
export { MAX_REFERENCE_LENGTH, type TextSubmission, textSubmission } from './answers/text-submission.ts'
export { looksLikeNumber } from './contacts/column-contents.ts'
export { type ContactColumns, guessColumns } from './contacts/contact-columns.ts'
export { readNumberCell } from './contacts/contact-rows.ts'
export { type ExportStep, exportContacts } from './contacts/export-contacts.ts'
export { type ImportStep, importContacts, importRows, type RefusedRow } from './contacts/import-contacts.ts'
export { accountOf } from './credentials/account-of.ts'
export { elementTextIn, membersOfJson } from './credentials/body-keys.ts'
export {
  BASIC,
  type BasicLogin,
  BEARER,
  BEARER_OR_API_KEY,
  type Credential,
  type CredentialForm,
  type HeaderKey,
  type ParameterKey,
  type ParameterLogin,
  readCredential,
  type SchemeKey,
  X_API_KEY,
} from './credentials/credentials.ts'
export { findByLogin, type KeyLogin } from './credentials/find-by-login.ts'
export { authenticateByKey, type KeyAuthentication, type KeyedRequest } from './credentials/key-authentication.ts'
export {
  type KeyFinder,
  type KnownSender,
  limitStrangers,
  MAX_STRANGER_OCTETS,
  type StrangerLimit,
} from './credentials/stranger-limit.ts'
export { type CsvPiece, type CsvPieceOptions, readCsvPiece } from './csv/csv-piece.ts'
export { type CsvRecord, csvRecords } from './csv/csv-records.ts'
export { formatCsv } from './csv/format-csv.ts'
export { defuseFormula, restoreFormula } from './csv/formulas.ts'
export { type CsvLimits, parseCsv } from './csv/parse-csv.ts'
export { FieldReader } from './fields/field-reader.ts'
export {
  firstGiven,
  isJsonObject,
  type JsonObject,
  parseJsonBody,
  parseJsonObject,
  withLowerCaseNames,
} from './fields/json.ts'
export { Problems } from './fields/problems.ts'
export { readSpeedLimit, SPEED_UNITS } from './fields/speed-limit.ts'
export { parseFlag, parseWhole } from './fields/spellings.ts'
export { fileResponse, POLICY_OF_FILES, SECURITY_HEADERS } from './files/file-response.ts'
export { type FileForm, readStaticFiles, type StaticFile } from './files/static-files.ts'
export { headerLine } from './mail/header-line.ts'
export { type MailEventsOptions, mailEvents } from './mail/mail-events.ts'
export { smsMailText } from './mail/sms-mail-text.ts'
export { formatDocumentationPage } from './openapi/documentation-page.ts'
export { documentationRoutes } from './openapi/documentation-routes.ts'
export {
  createOpenApi,
  type DescribedInterface,
  type DescribedOperation,
  type JsonValue,
  type OpenApiDocument,
  type OpenApiOperation,
} from './openapi/openapi.ts'
export { ParameterReader, type Repeats } from './parameters/parameter-reader.ts'
export {
  isForm,
  type Names,
  type ParameterOptions,
  type ParameterPlace,
  Parameters,
} from './parameters/parameters.ts'
export { type ParametersInSteps, parametersInSteps } from './parameters/parameters-in-steps.ts'
export { MAX_RECIPIENTS, recipientsOfJson, splitRecipients } from './parameters/recipients.ts'
export { assertAdmitted } from './sending/assert-admitted.ts'
export {
  DEFAULT_RECORDS,
  isTooFarAhead,
  MAX_DESTINATIONS,
  MAX_RECORDS,
  MAX_SCHEDULE_DAYS,
  MAX_URL_LENGTH,
} from './sending/bulk-limits.ts'
export { BULK_CHANGES, BULK_STATUSES, type BulkStatus } from './sending/bulk-statuses.ts'
export { givenSender } from './sending/given-sender.ts'
export { type JsonTextNames, readJsonText } from './sending/json-text.ts'
export { type KeyedText, type KeyedTextNames, readKeyedText } from './sending/keyed-text.ts'
export { namesSetting } from './sending/names-setting.ts'
export { admitRequest, requestsPerMinute } from './sending/requests-per-minute.ts'
export { submitText } from './sending/submit-text.ts'
export { MAX_BODY_OCTETS, textRoutes } from './sending/text-routes.ts'
export { type TextServices, textDependencies } from './sending/text-services.ts'
export { isStorable, toStorable } from './text/storable.ts'
export { formatDateTime, formatUnixTime, parseCompactTime } from './times/text-times.ts'
export { formatTimestamp, parseTimestamp, parseWrittenTime, type WrittenTime } from './times/timestamps.ts'
export { isXmlText } from './xml/characters.ts'
export { decodeXml } from './xml/decode-xml.ts'
export { attributeOf, elementIn, elementsIn, textIn, type XmlAttribute, type XmlElement } from './xml/element.ts'
export { formatXml, type XmlDraft, xml } from './xml/format-xml.ts'
export { XML_DEFAULTS, type XmlLimits } from './xml/limits.ts'
export { parseXml } from './xml/parse-xml.ts'
