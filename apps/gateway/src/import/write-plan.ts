import { stringify } from 'yaml'
import { CARRIER, type ImportPlan, type PlannedAccount } from './plan.ts'

/** A planned account with the id of its client, once it has one. */
export interface KnownAccount extends PlannedAccount {
  /** Undefined in a preview. */
  readonly clientId: number | undefined
}

const HEAD = `# Written by heliograph import. It has passwords of networks: keep it as secret as they are.
# Check with: heliograph check --config FILE
`

/** The configuration that takes the place of the other gateway's. */
export function configurationText(plan: ImportPlan, accounts: readonly KnownAccount[]): string {
  const { instance, use, config } = plan.interface
  const hasLinks = Object.keys(plan.links).length > 0
  const byClient = accounts.flatMap(({ clientId, name, route }) =>
    route === undefined
      ? []
      : [{ name: `messages of ${name}`, when: { client: [clientId ?? `<client of ${name}>`] }, route }],
  )
  const routing = [...byClient, ...plan.rules]
  return (
    HEAD +
    stringify({
      ...(hasLinks && {
        routes: Object.fromEntries(Object.entries(plan.routes).map(([name, links]) => [name, { links }])),
      }),
      ...(routing.length > 0 && { routing }),
      instances: {
        portal: { use: '@heliograph/adapter-portal-web' },
        'portal-api': { use: '@heliograph/adapter-portal-api' },
        [instance]: { use, config },
        ...(hasLinks && { [CARRIER]: { use: '@heliograph/carrier-smpp', config: { links: plan.links } } }),
      },
    })
  )
}
