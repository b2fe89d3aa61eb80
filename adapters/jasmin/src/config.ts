import { type Static, Type } from 'typebox'

/** Configuration of an instance of Jasmin's interfaces. */
export const jasminConfigSchema = Type.Object(
  {
    requestsPerMinute: Type.Integer({
      default: 0,
      minimum: 0,
      description:
        'Requests a minute for each API key, counted over all nodes and together with other interfaces that limit the same key; 0 for no limit. More are answered with 403, as by a Jasmin whose user sends too fast.',
    }),
    domain: Type.String({
      default: '',
      pattern: '^(?:[^\\s@<>",;:]+)?$',
      description:
        'Completes a user name without `@` to the e-mail of a user, for programs that keep the short names they had: with `old.example`, `jo` is `jo@old.example`. Default: names are e-mails.',
    }),
    path: Type.String({
      default: '',
      pattern: '^(?:/[^/?#\\s]+)*$',
      description: 'What the paths begin with: `/jasmin` for `/jasmin/send`. Default nothing, as with Jasmin.',
    }),
    incomingMethod: Type.Union([Type.Literal('GET'), Type.Literal('POST')], {
      default: 'POST',
      description:
        'How incoming SMS are handed over: in a query, or as a form. Receivers of a Jasmin read one of them.',
    }),
  },
  { additionalProperties: false },
)

export type JasminConfig = Static<typeof jasminConfigSchema>
