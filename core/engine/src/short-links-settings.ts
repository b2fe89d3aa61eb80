import { Type } from 'typebox'

/** `shortLinks`: links to opt out and in by that take little of a text. */
export const ShortLinksSection = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#\\s]+(/[^?#\\s]*)?$',
        description:
          'Address of short links, which leads to a listener of this deployment that has the subscription pages; `{opt_out_link}` then is this address and 11 characters, in texts of channels without a link base of their own. Absent: links are long.',
        examples: ['https://o.example'],
      }),
    ),
  },
  { additionalProperties: false },
)
