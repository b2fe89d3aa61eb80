import postgres from '@heliograph/postgres-driver'

/** What `synchronous_standby_names` calls the standby. */
export const STANDBY_NAME = 'chaos_standby'

/** A synchronous standby that confirms late what it receives. */
export interface SlowStandby {
  close(): Promise<void>
}

const KEEPALIVE = 'k'.charCodeAt(0)
const WAL = 'w'.charCodeAt(0)
/** Offsets in a message with write-ahead log: its position is after the kind, the log after three numbers. */
const POSITION_AT = 1
const LOG_AT = 25
const STATUS_OCTETS = 34
/** The epoch of Postgres in microseconds. */
const EPOCH_US = BigInt(Date.UTC(2000, 0, 1)) * 1000n

/**
 * Receives the write-ahead log as a standby does (streaming replication protocol of Postgres, chapter 54.4), keeps
 * nothing of it, and confirms each piece after `lateMs`. A commit that waits for it keeps its locks for that time, as
 * with a standby behind a slow line; delaying the answer on its way to the client would not show that.
 */
export async function openSlowStandby(url: string, lateMs: number): Promise<SlowStandby> {
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: STANDBY_NAME, replication: 'true' },
  })
  const [system] = await sql.unsafe<{ xlogpos: string }[]>('IDENTIFY_SYSTEM')
  const stream = await sql.unsafe(`START_REPLICATION PHYSICAL ${system?.xlogpos}`).writable()
  const confirm = (position: bigint) => {
    if (stream.writable) stream.write(formatStatus(position))
  }
  stream.on('error', () => {})
  stream.on('data', (message: Buffer) => {
    const position = endOf(message)
    if (position !== undefined) setTimeout(confirm, lateMs, position)
  })
  return {
    async close() {
      stream.destroy()
      await sql.end({ timeout: 1 })
    },
  }
}

/** The position up to which everything has been received with this message. */
function endOf(message: Buffer): bigint | undefined {
  if (message[0] === KEEPALIVE) return message.readBigUInt64BE(POSITION_AT)
  if (message[0] === WAL) return message.readBigUInt64BE(POSITION_AT) + BigInt(message.length - LOG_AT)
  return undefined
}

/** Confirms that everything up to a position was written, flushed and applied. */
function formatStatus(position: bigint): Buffer {
  const status = Buffer.alloc(STATUS_OCTETS)
  status.write('r')
  for (const at of [1, 9, 17]) status.writeBigUInt64BE(position, at)
  status.writeBigInt64BE(BigInt(Date.now()) * 1000n - EPOCH_US, LOG_AT)
  return status
}
