export { type CapturedLog, captureLogger, type LogEntry, type LogLevel } from './capture-logger.ts'
export { type CapturedMetrics, captureMetrics } from './capture-metrics.ts'
export type { AdapterCase, CaseExpectation, ExchangeCase, Partially, ReadCase } from './conformance/adapter-case.ts'
export {
  type AdapterKit,
  type AdapterWorld,
  createAdapterKit,
  type KitListener,
  withAdapterKit,
} from './conformance/adapter-kit.ts'
export type { CallbackCase, CallbackOptions, CallbackRules } from './conformance/callback-checks.ts'
export { type CarrierKit, type CarrierWorld, createCarrierKit, withCarrierKit } from './conformance/carrier-kit.ts'
export type {
  CarrierNetwork,
  NetworkMeeting,
  NetworkSms,
  NetworkSmsPart,
} from './conformance/carrier-network.ts'
export type { CredentialRules } from './conformance/credential-checks.ts'
export type { ResponseExpectation } from './conformance/expectation.ts'
export type { HttpFailureOptions } from './conformance/http-failure-checks.ts'
export type { NetworkFailure } from './conformance/http-failures.ts'
export { hasTransport, TRANSPORTS, type Transport } from './conformance/kit-transport.ts'
export { difference, type Pattern } from './conformance/match.ts'
export {
  CONFORMANCE_API_KEY,
  CONFORMANCE_PUBLIC_URL,
  type InstanceControl,
  type ModuleWorld,
} from './conformance/module-world.ts'
export type {
  PluginCommandCase,
  PluginEventCase,
  PluginHookCase,
  PluginPageCase,
  PluginRouteCase,
  PluginTables,
  PluginTaskCase,
} from './conformance/plugin-case.ts'
export type { CommandEnd } from './conformance/plugin-command-run.ts'
export {
  createPluginKit,
  type GivenEvent,
  type GivenRequest,
  type PluginKit,
  type PluginWorld,
  withPluginKit,
} from './conformance/plugin-kit.ts'
export type { LargestRequest } from './conformance/price-checks.ts'
export type { ReceiptCase } from './conformance/receipt-form-checks.ts'
export {
  type AdapterConformanceOptions,
  type AdapterTestContext,
  runAdapterConformance,
} from './conformance/run-adapter-conformance.ts'
export {
  type CarrierCase,
  type CarrierConformanceOptions,
  type CarrierTestContext,
  runCarrierConformance,
} from './conformance/run-carrier-conformance.ts'
export {
  type PluginConformanceOptions,
  type PluginTestContext,
  runPluginConformance,
} from './conformance/run-plugin-conformance.ts'
export type { Parameters, TestRequest } from './conformance/test-request.ts'
export { type WorstText, worstTexts } from './conformance/worst-texts.ts'
export { renderErrorsTable } from './documentation/errors-table.ts'
export { checkGeneratedBlocks, type GeneratedBlocks } from './documentation/generated-blocks.ts'
export { code, renderTable } from './documentation/markdown-table.ts'
export { renderRoutesTable } from './documentation/routes-table.ts'
export { type AdapterFuzz, type FuzzAnswer, type FuzzKind, fuzzAdapter } from './fuzz/fuzz-adapter.ts'
export { type FilesFuzz, fuzzFiles } from './fuzz/fuzz-files.ts'
export { spoiledRequests } from './fuzz/spoiled-requests.ts'
export { createHttpClientDouble, type HttpClientDouble, type ScriptedReply } from './http-client-double.ts'
export { bestAttempt, longestBlockMs } from './longest-block.ts'
export { machinePace } from './machine-pace.ts'
export { createManualClock, MANUAL_CLOCK_START, type ManualClock } from './manual-clock.ts'
export { type ChannelOptions, type ClientOptions, memoryLinks, type UserOptions } from './memory/accounts.ts'
export type { EventHandover } from './memory/events.ts'
export type { FaultTime, ServiceName } from './memory/faults.ts'
export {
  type Account,
  type AccountOptions,
  createMemoryEngine,
  type MemoryEngine,
  type MemoryEngineOptions,
} from './memory/memory-engine.ts'
export type { MemoryEvent, RecordedSubmission } from './memory/memory-services.ts'
export type { MoveDetails, PushWish, StoredMessage } from './memory/messages.ts'
export type { MemoryTables, RanStatement } from './memory/own-tables.ts'
export type { RecordedPush } from './memory/pushes.ts'
export type { WaitingSegment } from './memory/segments.ts'
export { memoryShortLinks } from './memory/short-links.ts'
export { serviceSuite } from './services/service-suite.ts'
export {
  NETWORK_PREFIX,
  type ServiceCase,
  type ServiceClient,
  type ServiceClientOptions,
  type ServiceUserOptions,
  type ServiceWorld,
} from './services/service-world.ts'
export type { Behaviour, ReceiptBehaviour, SubmitBehaviour } from './smsc/behaviour.ts'
export type { FakeBind } from './smsc/bind.ts'
export { smscNetwork } from './smsc/carrier-network.ts'
export type { SmscCounts, SmscSettings } from './smsc/core.ts'
export { type FakeSmsc, type FakeSmscOptions, type ReceiptOrder, startFakeSmsc } from './smsc/fake-smsc.ts'
export { SMSC_FATES } from './smsc/fates.ts'
export type { IncomingOrder } from './smsc/incoming.ts'
export { formatNetworkId, ID_FORMATS, type IdFormat } from './smsc/network-ids.ts'
export type { SentDelivery } from './smsc/outbox.ts'
export type { ReceivedSegment, ReceivedSubmit, ReceivedText } from './smsc/received.ts'
export { NoAnswerError } from './sockets/client-connection.ts'
export { findFreePort, findFreePorts } from './sockets/free-ports.ts'
export { startTcpProxy, type TcpProxy } from './sockets/tcp-proxy.ts'
export { OTHER_TEST_CERTIFICATE, TEST_CERTIFICATE, type TestCertificate } from './test-certificates.ts'
export { largestTexts } from './text-interfaces/largest-texts.ts'
export { type DocumentedParameter, renderParametersTable } from './text-interfaces/names-table.ts'
export { ROW_REQUESTS_PER_MINUTE } from './text-interfaces/request-rows.ts'
export { textCases } from './text-interfaces/text-cases.ts'
export { fuzzTextInterface, type TextFuzz } from './text-interfaces/text-fuzz.ts'
export {
  ELSEWHERE,
  OWNER,
  plainFailures,
  type Sender,
  sending,
  type TextInterface,
  THERE,
  texting,
} from './text-interfaces/text-interface.ts'
export {
  type ReceivedRequest,
  type ScriptedAnswer,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver.ts'
