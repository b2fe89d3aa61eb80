import { Type } from 'typebox'

/** What outgoing calls over https show and trust. */
export const outgoingTls = (description: string) =>
  Type.Object(
    {
      cert: Type.Optional(
        Type.String({
          minLength: 1,
          description:
            'The certificate that it shows to servers that ask for one, with its chain (PEM): { file: PATH }.',
        }),
      ),
      key: Type.Optional(
        Type.String({
          secret: true,
          minLength: 1,
          description: 'The private key of the certificate (PEM): { file: PATH }.',
        }),
      ),
      passphrase: Type.Optional(
        Type.String({ secret: true, minLength: 1, description: 'Passphrase of the private key.' }),
      ),
      ca: Type.Optional(
        Type.String({
          minLength: 1,
          description:
            'Certificates of the authorities to trust instead of the usual ones (PEM): { file: PATH }. Without it: the usual ones.',
        }),
      ),
    },
    {
      additionalProperties: false,
      description,
    },
  )

/** The section `webhookTls`. */
export const webhookTlsSchema = Type.Optional(
  outgoingTls(
    'How the gateway presents itself to servers of clients that it sends webhooks to over https, and which authorities it trusts there. Renewed files are noticed within 20 s.',
  ),
)
