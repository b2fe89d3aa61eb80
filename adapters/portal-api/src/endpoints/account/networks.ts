import { type ClientNetworks, GatewayError } from '@heliograph/contracts'
import { createAddressList } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'
import { type Call, defineEndpoint } from '../../endpoint.ts'

const listSchema = (of: string) =>
  Type.Array(Type.String({ maxLength: 60 }), {
    maxItems: 100,
    description: `Networks from which ${of} are accepted: IPv4 and IPv6 addresses or CIDR ranges. Empty: any.`,
    examples: [['203.0.113.0/24', '2001:db8:5::/48']],
  })

const lists = {
  programs: listSchema('API keys, passwords and SMPP binds of programs'),
  portal: listSchema('logins, sessions and keys for the portal'),
}

const networksSchema = Type.Object(
  { ...lists, address: Type.String({ description: 'IP address of this request.' }) },
  { title: 'Networks' },
)

const getNetworks = defineEndpoint({
  method: 'GET',
  path: '/networks',
  id: 'getNetworks',
  summary: 'Get the allowed networks of the client',
  roles: ['operator', 'admin'],
  answer: networksSchema,
  async handle({ services }, { principal, request }) {
    return describe(await services.accounts.networks(principal, principal.clientId), request)
  },
})

const setNetworks = defineEndpoint({
  method: 'PUT',
  path: '/networks',
  id: 'setNetworks',
  summary: 'Set the allowed networks of the client. They must include your current address',
  roles: ['operator', 'admin'],
  body: Type.Object(lists, { additionalProperties: false }),
  answer: networksSchema,
  errors: ['conflict'],
  async handle({ services }, { principal, self, request, body }) {
    const { clientId } = principal
    if (clientId === self.clientId) refuseLockingOut(body, request)
    return describe(await services.accounts.setNetworks(principal, clientId, body), request)
  },
})

function describe({ programs, portal }: ClientNetworks, { remoteAddress: address }: Call['request']) {
  return { programs: [...programs], portal: [...portal], address } satisfies Static<typeof networksSchema>
}

/** Throws `conflict`/`locks-you-out` when the caller's own next request would be refused. */
function refuseLockingOut({ portal }: ClientNetworks, { remoteAddress }: Call['request']): void {
  const entries = portal.map((entry) => entry.trim()).filter((entry) => entry !== '')
  if (entries.length === 0 || isAmong(entries, remoteAddress)) return
  const text = `Your own address, ${remoteAddress}, is not among these networks: you would lock yourself out`
  throw new GatewayError('conflict', 'locks-you-out', text)
}

/** True as well for entries that are no networks, which the service refuses. */
function isAmong(entries: readonly string[], address: string): boolean {
  try {
    return createAddressList(entries)(address)
  } catch {
    return true
  }
}

/** The networks of a client. */
export const networkEndpoints = [getNetworks, setNetworks]
