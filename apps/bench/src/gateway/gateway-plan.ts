import type { SmscSettings } from '../smsc/protocol.ts'
import { SIMULATOR } from './simulator-admin.ts'

/** The surroundings of the gateway that a scenario needs. */
export interface GatewayPlan {
  /** Configuration of the simulated network; undefined for none. */
  readonly simulator?: Readonly<Record<string, unknown>> | undefined
  /** A network that speaks SMPP, and the link to it; undefined for none. */
  readonly smsc?: (SmscSettings & SmscLink) | undefined
  /** Whether clients may connect by SMPP. */
  readonly smppServer?: boolean | undefined
  /** Further instances. */
  readonly instances?: Readonly<Record<string, unknown>> | undefined
  /** Further sections of the configuration. */
  readonly sections?: Readonly<Record<string, unknown>> | undefined
}

interface SmscLink {
  /** Settings of the link. */
  readonly link: Readonly<Record<string, unknown>>
}

/** Instance of the SMPP server. */
export const SMPP = 'smpp'

/** Instance and link that lead to the fake SMSC. */
export const SMSC = 'smsc'
export const SMSC_LINK = 'main'

/** Admin token of the gateways that the bench starts, which only this machine can reach. */
export const ADMIN_TOKEN = 'bench-admin-token-bench-admin-token'

/** The gateway's configuration (JSON is YAML). `smscPort` is where the fake SMSC listens. */
export function configurationOf(plan: GatewayPlan, smscPort: number | undefined): object {
  const local = { port: 0, host: '127.0.0.1' }
  const { simulator, smsc, smppServer, instances, sections } = plan
  return {
    http: local,
    admin: { ...local, token: ADMIN_TOKEN },
    log: { level: 'warn' },
    ...sections,
    instances: {
      v2: { use: '@heliograph/adapter-v2' },
      ...instances,
      ...(smppServer && { [SMPP]: { use: '@heliograph/adapter-smpp', config: local } }),
      ...(simulator && { [SIMULATOR]: { use: '@heliograph/carrier-simulator', config: { history: 0, ...simulator } } }),
      ...(smsc && {
        [SMSC]: {
          use: '@heliograph/carrier-smpp',
          config: {
            links: { [SMSC_LINK]: linkTo(smscPort, smsc.link) },
          },
        },
      }),
    },
  }
}

function linkTo(smscPort: number | undefined, settings: Readonly<Record<string, unknown>>): object {
  return { hosts: [`127.0.0.1:${smscPort}`], systemId: 'bench', password: 'secret', ...settings }
}
