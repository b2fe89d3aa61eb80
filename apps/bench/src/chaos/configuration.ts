/** The settings of one node of a round: its own and the shared ones. */
export interface NodeSettings {
  readonly index: 0 | 1
  readonly databaseUrl: string
  readonly masterKey: string
  readonly smscPort: number
  /** The rate of each link. */
  readonly partsPerSecond: number
}

const INSTANCE = 'smsc'
/** Names and system ids of the links. */
export const LINKS = ['a', 'b'] as const
const WINDOW = 50
/** How long a link waits for the answer to a submit. */
export const RESPONSE_TIMEOUT_MS = 4_000

export function nodeName(index: 0 | 1): string {
  return `node-${index + 1}`
}

/**
 * The configuration of a node with all roles. There are two links, so that each node can have one even where a link
 * belongs to one node at a time. (JSON is YAML.)
 */
export function formatNodeConfiguration({
  index,
  databaseUrl,
  masterKey,
  smscPort,
  partsPerSecond,
}: NodeSettings): string {
  const local = { port: 0, host: '127.0.0.1' }
  const link = (name: string) => ({
    hosts: [`127.0.0.1:${smscPort}`],
    systemId: name,
    password: 'secret',
    window: WINDOW,
    rate: partsPerSecond,
    responseTimeoutMs: RESPONSE_TIMEOUT_MS,
  })
  const configuration = {
    node: { name: nodeName(index) },
    http: local,
    admin: local,
    log: { level: 'info' },
    database: { url: databaseUrl },
    security: { masterKey },
    // For the round's webhook sink.
    webhooks: { allowNetworks: ['127.0.0.0/8'] },
    // Messages without an answer are sent again instead of waiting two days for a receipt that may never arrive.
    links: Object.fromEntries(LINKS.map((name) => [`${INSTANCE}/${name}`, { unknownOutcome: 'resend' }])),
    instances: {
      v2: { use: '@heliograph/adapter-v2' },
      [INSTANCE]: {
        use: '@heliograph/carrier-smpp',
        config: { links: Object.fromEntries(LINKS.map((name) => [name, link(name)])) },
      },
    },
  }
  return JSON.stringify(configuration, null, 2)
}
