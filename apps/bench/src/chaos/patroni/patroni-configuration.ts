/** The settings of one Patroni. */
export interface PatroniSettings {
  readonly name: string
  /** Where Patroni listens, as `host:port`. */
  readonly patroni: string
  /** Where its Postgres listens, as `host:port`. */
  readonly postgres: string
  /** Members of etcd, as `host:port`. */
  readonly etcd: readonly string[]
  /** From where Postgres takes connections, as an address with a mask. */
  readonly network: string
  readonly dataDir: string
  readonly binDir: string
  /** The file for the password of replication. */
  readonly passFile: string
  readonly passwords: { readonly superuser: string; readonly replication: string }
  readonly times: PatroniTimes
  readonly watchdog: 'required' | 'off'
  /** Further settings of Postgres. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Seconds: of the primary's lock, between two looks, and for the answers of etcd and Postgres. */
export interface PatroniTimes {
  readonly ttl: number
  readonly loopWait: number
  readonly retryTimeout: number
}

/**
 * The configuration of a Patroni whose primary acknowledges no commit that a standby does not have. The guide for
 * operators shows this text, and the rounds under faults run with it.
 */
export function formatPatroniConfiguration(settings: PatroniSettings): string {
  const { name, patroni, postgres, etcd, network, dataDir, binDir, passFile, passwords, times, watchdog } = settings
  const parameters = Object.entries(settings.parameters).map(([key, value]) => `        ${key}: ${value}`)
  return `scope: heliograph
name: ${name}
restapi:
  listen: ${patroni}
  connect_address: ${patroni}
etcd3:
  hosts: [${etcd.map((host) => `'${host}'`).join(', ')}]
bootstrap:
  dcs:
    ttl: ${times.ttl}
    loop_wait: ${times.loopWait}
    retry_timeout: ${times.retryTimeout}
    synchronous_mode: true
    # Without a standby nothing is committed, rather than committed on one machine only.
    synchronous_mode_strict: true
    # While etcd is away, a primary that reaches all others stays one.
    failsafe_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 200
${parameters.map((line) => `${line}\n`).join('')}  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
postgresql:
  listen: ${postgres}
  connect_address: ${postgres}
  data_dir: ${dataDir}
  bin_dir: ${binDir}
  pgpass: ${passFile}
  authentication:
    superuser:
      username: postgres
      password: ${passwords.superuser}
    replication:
      username: replicator
      password: ${passwords.replication}
  parameters:
    unix_socket_directories: ''
    password_encryption: scram-sha-256
  pg_hba:
    - host replication replicator ${network} scram-sha-256
    - host all all ${network} scram-sha-256
watchdog:
  mode: '${watchdog}'
`
}
