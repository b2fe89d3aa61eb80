import { isLoopback } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'

/** Configuration of the connection to a mail relay. Times are milliseconds. */
export const mailForwardConfigSchema = Type.Object(
  {
    host: Type.String({ minLength: 1, description: 'The relay that takes the mail.', examples: ['smtp.example.com'] }),
    port: Type.Integer({
      minimum: 1,
      maximum: 65_535,
      default: 587,
      description: 'Its port: usually 587, 465 with `secure`, or 25.',
      examples: [25],
    }),
    secure: Type.Boolean({
      default: false,
      description: 'TLS from the first octet on (port 465). False: the connection begins unencrypted, see `startTls`.',
      examples: [true],
    }),
    startTls: Type.Union([Type.Literal('required'), Type.Literal('when-offered'), Type.Literal('never')], {
      default: 'required',
      description:
        'Whether a connection that begins plain is encrypted before anything is sent. `required`: a relay that does not offer it gets no mail. A password is only sent over TLS, or on this machine.',
      examples: ['when-offered'],
    }),
    ca: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Certificate of the authority that signed that of the relay, in PEM, for one that is not public; usually as `{ file: PATH }`.',
      }),
    ),
    user: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'User name at the relay. Without it, the gateway does not log in.',
        examples: ['gateway'],
      }),
    ),
    password: Type.Optional(Type.String({ secret: true, minLength: 1, description: 'Its password.' })),
    from: Type.String({
      maxLength: 254,
      pattern: '^[^\\s@<>",;:()]+@[^\\s@<>",;:()]+$',
      description: 'Address the mails come from. The relay has to let it through.',
      examples: ['sms@example.com'],
    }),
    fromName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^\\u0000-\\u001f\\u007f]+$',
        description: 'Name shown with it. Default: the name of the deployment (`brand.name`).',
        examples: ['SMS gateway'],
      }),
    ),
    forward: Type.Boolean({
      default: true,
      description:
        'Whether incoming SMS of channels that have a forward address are sent there. False: the instance only sends the mails of other modules.',
      examples: [false],
    }),
    connections: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 5,
      description: 'Connections to the relay at once; they are kept for further mails.',
      examples: [2],
    }),
    timeoutMs: Type.Integer({
      minimum: 100,
      maximum: 600_000,
      default: 30_000,
      description: 'How long connecting, and each answer of the relay, may take.',
      examples: [10_000],
    }),
  },
  { additionalProperties: false },
)

export type MailForwardConfig = Static<typeof mailForwardConfigSchema>

/** Checks what the schema cannot express. Throws an `Error` that names the field. */
export function checkMailForwardConfig({ host, password, secure, startTls, user }: MailForwardConfig): void {
  if ((user === undefined) !== (password === undefined)) throw new Error('user and password belong together')
  const isPlain = !secure && startTls !== 'required'
  if (password !== undefined && isPlain && !isLoopback(host))
    throw new Error("a password needs TLS: set secure to true or startTls to 'required'")
}
