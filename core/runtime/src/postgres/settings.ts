/** Our settings, in a file of their own so that a newer version can replace them. `alter system` still beats them. */
export function formatSettings(durable: boolean): string {
  return `${Object.entries({ ...SETTINGS, ...(durable ? DURABLE : RELAXED) })
    .map(([name, value]) => `${name} = '${value}'`)
    .join('\n')}\n`
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // In the data folder itself, which only its owner (and root) can enter. A local socket costs a third less CPU than loopback TCP.
  unix_socket_directories: '.',
  max_connections: '100',
  shared_buffers: '256MB',
  // Nothing replicates from an embedded server; minimal WAL is less to write.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  autovacuum: 'on',
  // Compiling plans costs more than our short statements take.
  jit: 'off',
  random_page_cost: '1.1',
  log_checkpoints: 'off',
  // The details name the offending values: numbers and texts do not belong in a log.
  log_error_verbosity: 'terse',
} as const

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } as const

/** For throw-away data only: a crash of the machine may destroy the whole cluster. */
const RELAXED = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } as const
