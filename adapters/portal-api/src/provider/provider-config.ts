import { ROLES } from '@heliograph/contracts'
import { isLoopback } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'

/** An identity provider (OpenID Connect) that people log in by. */
export const providerConfigSchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'Its name on the log-in page: `Log in with <name>`.',
      examples: ['Example ID'],
    }),
    issuer: Type.String({
      pattern: '^https://|^http://(127\\.|localhost|\\[::1\\])',
      description:
        'Its issuer, below which `/.well-known/openid-configuration` describes it. With https, or on this machine. A provider in a private network also needs `allowNetworks` of this instance.',
      examples: ['https://id.example.com'],
    }),
    clientId: Type.String({
      minLength: 1,
      description:
        'As which the gateway is registered there, with `<http.publicUrl>/portal/log-in` as redirect URI and the scopes `openid email`.',
    }),
    clientSecret: Type.String({
      secret: true,
      minLength: 1,
      description: 'Its secret, usually as `{ file: PATH }`; it is sent to the token endpoint by HTTP Basic.',
    }),
    emailDomains: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      description:
        'Domains of e-mail addresses that the provider may vouch for. A user logs in when the provider has verified an address in one of them, and exactly one user has that address.',
      examples: [['example.com']],
    }),
    mapping: Type.Optional(
      Type.Object(
        {
          claim: Type.String({
            minLength: 1,
            default: 'groups',
            description: 'The claim whose values decide, a text or a list of texts, of the ID token or the user info.',
          }),
          scope: Type.Optional(
            Type.String({
              minLength: 1,
              description: 'The scope that the provider gives the claim for, if it wants one.',
            }),
          ),
          rules: Type.Array(
            Type.Object(
              {
                value: Type.String({ minLength: 1, description: 'A value of the claim.', examples: ['sms-admins'] }),
                client: Type.Integer({ minimum: 1, description: 'The client whose user it makes.', examples: [1001] }),
                role: Type.Enum([...ROLES], { description: 'The role that the user is given at each log-in.' }),
              },
              { additionalProperties: false },
            ),
            { minItems: 1, description: 'The first that fits decides. Who fits none is not let in.' },
          ),
          makeUsers: Type.Boolean({
            default: false,
            description: 'Whether a user is made at the first log-in, or has to be there already.',
          }),
        },
        {
          additionalProperties: false,
          description:
            'What of a claim makes which user: the client and the role. Without it, users and their roles are kept here.',
        },
      ),
    ),
    passwords: Type.Boolean({
      default: true,
      description:
        'Whether users with an address in these domains may also log in to the portal by password. One-time links of `heliograph user log-in-link` work either way.',
    }),
  },
  {
    additionalProperties: false,
    description:
      'An identity provider (OpenID Connect) by which people log in: authorization code with PKCE. A second factor of the gateway is still asked for.',
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
