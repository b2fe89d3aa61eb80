import { Type } from 'typebox'

/** The section `publicUrl`. */
export const publicUrlSchema = Type.Optional(
  Type.String({
    pattern: '^https?://[^/?#\\s]+(/[^?#\\s]*)?$',
    description:
      'Address under which clients reach this deployment, with http:// or https://, for example https://sms.example.com. Without it: the host name or address and the port of the default listener.',
  }),
)
