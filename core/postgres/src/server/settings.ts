/** Settings that differ from one use to the next; they hold from a start of the server to its end. */
export interface ServerSettings {
  readonly durable: boolean
  /** Whether it listens on a port, besides its socket. */
  readonly tcp: boolean
  /** Connections that it has to have room for. Default, and at least, 100. */
  readonly connections?: number | undefined
}

/** Our settings, in a separate file so that a newer version can replace them. `alter system` still overrides them. */
export function formatSettings({ durable, tcp, connections = 0 }: ServerSettings): string {
  const own = {
    listen_addresses: tcp ? '127.0.0.1' : '',
    max_connections: String(Math.max(LEAST_CONNECTIONS, connections)),
  }
  return `${Object.entries({ ...SETTINGS, ...own, ...(durable ? DURABLE : RELAXED) })
    .map(([name, value]) => `${name} = '${value}'`)
    .join('\n')}\n`
}

const LEAST_CONNECTIONS = 100

const SETTINGS = {
  // In the data folder itself, which only its owner (and root) can enter. A local socket costs a third less CPU than
  // loopback TCP.
  unix_socket_directories: '.',
  shared_buffers: '256MB',
  // Nothing replicates from an embedded server; minimal WAL is less to write.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  autovacuum: 'on',
  // Compiling a plan takes longer than our short statements do.
  jit: 'off',
  random_page_cost: '1.1',
  log_checkpoints: 'off',
  // Customers' numbers and texts do not belong in a log. Errors of statements quote them, and the client that sent the
  // statement gets the error anyway; the log is for what the server does itself.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
} as const

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } as const

/** For throw-away data only: a crash of the machine may destroy the whole cluster. */
const RELAXED = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } as const
