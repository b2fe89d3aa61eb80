import { stringify } from 'yaml'
import { CARRIER, type ImportPlan, type PlannedAccount, type PlannedRule } from './plan.ts'

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
  const hasLinks = Object.keys(plan.links).length > 0
  const routing = [...accounts.flatMap(ruleOfAccount), ...plan.rules.map((rule) => withClients(rule, accounts))]
  const configuration = {
    ...(hasLinks && { routes: plan.routes }),
    ...(routing.length > 0 && { routing }),
    instances: {
      portal: { use: '@heliograph/adapter-portal-web' },
      'portal-api': { use: '@heliograph/adapter-portal-api' },
      ...Object.fromEntries(plan.interfaces.map(({ instance, use, config }) => [instance, { use, config }])),
      ...(hasLinks && { [CARRIER]: { use: '@heliograph/carrier-smpp', config: { links: plan.links } } }),
    },
  }
  return HEAD + stringify(configuration, { aliasDuplicateObjects: false })
}

function ruleOfAccount(account: KnownAccount) {
  const { name, route } = account
  return route === undefined ? [] : [{ name: `messages of ${name}`, when: { client: [idOf(account)] }, route }]
}

function withClients({ accounts, name, route, when }: PlannedRule, known: readonly KnownAccount[]) {
  if (accounts === undefined) return { name, when, route }
  const client = known.filter((account) => accounts.includes(account.name)).map(idOf)
  return { name, when: { client, ...when }, route }
}

/** What stands for a client that has not been added yet. */
function idOf({ clientId, name }: KnownAccount): number | string {
  return clientId ?? `<client of ${name}>`
}
