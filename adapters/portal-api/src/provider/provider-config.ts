import { ROLES } from '@heliograph/contracts'
import { isLoopback } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'

/** An identity provider (OpenID Connect) that people log in by. */
export const providerConfigSchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'Display name on the login page: `Log in with <name>`.',
      examples: ['Example ID'],
    }),
    issuer: Type.String({
      pattern: '^https://|^http://(127\\.|localhost|\\[::1\\])',
      description:
        'URL of the issuer, which serves `/.well-known/openid-configuration`. Must use https, or be on this machine. For a provider in a private network, also set `allowNetworks` of this instance.',
      examples: ['https://id.example.com'],
    }),
    clientId: Type.String({
      minLength: 1,
      description:
        'Client id of the gateway at the provider. Register the redirect URI `<http.publicUrl>/portal/log-in` and the scopes `openid email`.',
    }),
    clientSecret: Type.String({
      secret: true,
      minLength: 1,
      description:
        'Client secret, usually as `{ file: PATH }`. Sent to the token endpoint with HTTP Basic authentication.',
    }),
    emailDomains: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      description:
        'E-mail domains that the provider is trusted for. A user can log in if the provider has verified an address in one of them and exactly one user has that address.',
      examples: [['example.com']],
    }),
    mapping: Type.Optional(
      Type.Object(
        {
          claim: Type.String({
            minLength: 1,
            default: 'groups',
            description: 'Claim to map, a text or a list of texts, in the ID token or the user info.',
          }),
          scope: Type.Optional(
            Type.String({
              minLength: 1,
              description: 'Additional scope to request, if the provider needs it for the claim.',
            }),
          ),
          rules: Type.Array(
            Type.Object(
              {
                value: Type.String({ minLength: 1, description: 'A value of the claim.', examples: ['sms-admins'] }),
                client: Type.Integer({ minimum: 1, description: 'Client of the user.', examples: [1001] }),
                role: Type.Enum([...ROLES], { description: 'Role of the user, set at each login.' }),
              },
              { additionalProperties: false },
            ),
            { minItems: 1, description: 'The first rule that matches applies. Users who match none are refused.' },
          ),
          makeUsers: Type.Boolean({
            default: false,
            description: 'Create users at their first login. If false, they must exist already.',
          }),
        },
        {
          additionalProperties: false,
          description:
            'Maps a claim to the client and the role of a user. If omitted, users and their roles are managed in the gateway.',
        },
      ),
    ),
    passwords: Type.Boolean({
      default: true,
      description:
        'Whether users with an address in these domains may also log in to the portal with a password. One-time links of `heliograph user log-in-link` work either way.',
    }),
  },
  {
    additionalProperties: false,
    description:
      'An OpenID Connect identity provider for logging in (authorization code with PKCE). Two-factor authentication of the gateway still applies.',
  },
)

export type ProviderConfig = Static<typeof providerConfigSchema>

/** True for an address that the provider may vouch for. */
export function isVouchedFor({ emailDomains }: Pick<ProviderConfig, 'emailDomains'>, email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return emailDomains.some((each) => each.toLowerCase() === domain)
}

/** Whether the provider runs on this machine, where no one can listen in on what is not encrypted. */
export function isOnThisMachine({ issuer }: Pick<ProviderConfig, 'issuer'>): boolean {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/** The rule for somebody with these values of the claim; undefined: none fits. */
export function ruleFor({ rules }: NonNullable<ProviderConfig['mapping']>, values: readonly string[]) {
  return rules.find(({ value }) => values.includes(value))
}
