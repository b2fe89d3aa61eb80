/** Whose messages a connection stores: prepaid clients, each with one connection, so that no balance is waited for. */
export interface Sender {
  readonly clientId: number
  readonly userId: number
  readonly channelId: number
}

/** Batches of messages that go through the engine's statements without a gateway, over a connection for each sender. */
export interface StatementJob {
  readonly databaseUrl: string
  /** Of a node that exists, because what is stored belongs to it. */
  readonly lease: number
  readonly senders: readonly Sender[]
  readonly batchSize: number
  /** How many batches each sender has. */
  readonly batches: number
  /** Batches before the measurement, so that it includes neither planning nor the compilation of code. */
  readonly warmup: number
}

/** Milliseconds since the epoch. */
export interface StatementResult {
  readonly firstAtMs: number
  readonly lastAtMs: number
}
