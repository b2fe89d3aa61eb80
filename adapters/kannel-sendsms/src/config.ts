import { type Static, Type } from 'typebox'

/** Configuration of an instance of Kannel's sendsms. */
export const kannelSendsmsConfigSchema = Type.Object(
  {
    requestsPerMinute: Type.Integer({
      default: 0,
      minimum: 0,
      description:
        'Requests a minute for each API key, counted over all nodes and together with other interfaces that limit the same key; 0 for no limit. More are answered with 503, which its clients try again.',
    }),
    domain: Type.String({
      default: '',
      pattern: '^(?:[^\\s@<>",;:]+)?$',
      description:
        'Completes a user name without `@` to the e-mail of a user, for programs that keep the short names they had: with `old.example`, `jo` is `jo@old.example`. Default: names are e-mails.',
    }),
    path: Type.String({
      default: '/cgi-bin/sendsms',
      pattern: '^/[^?#\\s]*$',
      description: 'Path of the interface, in any letter case; `sendsms-url` in the configuration of Kannel.',
    }),
  },
  { additionalProperties: false },
)

export type KannelSendsmsConfig = Static<typeof kannelSendsmsConfigSchema>
