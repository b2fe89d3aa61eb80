/** A server of Postgres beside its Patroni. */
export interface HaproxyMember {
  readonly name: string
  /** Where Postgres listens, as `host:port`. */
  readonly postgres: string
  /** The port of Patroni's interface on the same host. */
  readonly patroniPort: number
}

/**
 * The configuration of the haproxy that stands before every node and leads to the primary. The guide for operators
 * shows this text, and the rounds under faults run with it.
 *
 * @param listen where the node finds the database, as `host:port`
 */
export function formatHaproxyConfiguration(listen: string, members: readonly HaproxyMember[]): string {
  const servers = members.map(
    ({ name, postgres, patroniPort }) => `    server ${name} ${postgres} check port ${patroniPort}`,
  )
  return `${[...LINES, `    bind ${listen}`, ...PRIMARY, ...servers].join('\n')}\n`
}

const LINES = [
  'global',
  '    maxconn 1000',
  '',
  'defaults',
  '    mode tcp',
  '    timeout connect 2s',
  '    timeout check 2s',
  '    # A connection that only listens is quiet for hours.',
  '    timeout client 24h',
  '    timeout server 24h',
  '    option clitcpka',
  '    option srvtcpka',
  '',
  'listen heliograph',
] as const

const PRIMARY = [
  '    # Patroni answers 200 on the primary alone, while it holds the lock.',
  '    option httpchk OPTIONS /primary',
  '    http-check expect status 200',
  '    # Sessions of a server that is not the primary any more are ended, so that nodes notice at once.',
  '    default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
] as const
