export { type CapturedLog, captureLogger, type LogEntry, type LogLevel } from './capture-logger.ts'
export { type CapturedMetrics, captureMetrics } from './capture-metrics.ts'
export { createHttpClientDouble, type HttpClientDouble } from './http-client-double.ts'
export { createManualClock, MANUAL_CLOCK_START, type ManualClock } from './manual-clock.ts'
export type { ChannelOptions, ClientOptions, UserOptions } from './memory/accounts.ts'
export type { ServiceName } from './memory/faults.ts'
export {
  type Account,
  type AccountOptions,
  createMemoryEngine,
  type MemoryEngine,
  type MemoryEngineOptions,
} from './memory/memory-engine.ts'
export type { MemoryEvent, RecordedSubmission } from './memory/memory-services.ts'
export type { MoveDetails, StoredMessage } from './memory/messages.ts'
export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './postgres/test-database.ts'
export {
  type ReceivedRequest,
  type ScriptedAnswer,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver.ts'
