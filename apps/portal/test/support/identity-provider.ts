import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

const CLIENT = { clientId: 'heliograph', clientSecret: 'w7Tq-92mXc-oidc' }

/** As the login page calls it. */
export const PROVIDER_NAME = 'Example ID'

/** A real identity provider on this machine, by which everyone is who they say they are. */
export interface IdentityProvider {
  readonly issuer: string
  /** Accepts logins for the gateway there. */
  register(gatewayUrl: string): void
  stop(): Promise<void>
}

/**
 * The addresses of accounts that begin with `unverified` are not verified. The words before the @ are the groups of an
 * account.
 */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    register(gatewayUrl) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.clientId,
            client_secret: CLIENT.clientSecret,
            redirect_uris: [`${gatewayUrl}/portal/log-in`],
            response_types: ['code'],
            grant_types: ['authorization_code'],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
        pkce: { required: () => true },
        cookies: { keys: ['of a test'] },
        findAccount: (_context: unknown, accountId: string) => ({
          accountId,
          claims: () => ({
            sub: accountId,
            email: accountId,
            groups: accountId.split('@')[0]?.split('.'),
            email_verified: !accountId.startsWith('unverified'),
          }),
        }),
      })
      listener = provider.callback()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Instances of a gateway whose users of `example.com` log in by this provider alone. */
export function instancesWith({ issuer }: Pick<IdentityProvider, 'issuer'>) {
  const users = { emailDomains: ['example.com'], passwords: false }
  const provider = { name: PROVIDER_NAME, issuer, ...CLIENT, ...users }
  return { 'portal-api': { config: { provider }, allowNetworks: ['127.0.0.0/8'] } }
}
