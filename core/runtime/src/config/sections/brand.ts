import { type Static, Type } from 'typebox'

const file = { minLength: 1, maxLength: 4_096 }

/** The section `brand`. */
export const brandSchema = Type.Optional(
  Type.Object(
    {
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 40,
          pattern: '^[^\\s\\x00-\\x1f\\x7f]([^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f])?$',
          description:
            'Name of the product in the portal, in mails, in authenticator apps and in what interfaces say of themselves, on one line. Default: Heliograph.',
          examples: ['Acme SMS'],
        }),
      ),
      logo: Type.Optional(
        Type.String({
          ...file,
          description:
            'File with the logo, relative to the configuration file: SVG or PNG of at most 100 KiB, shown 28 pixels high before the name. Read when the gateway starts. Default: the first letter of the name, if there is one of your own.',
        }),
      ),
      icon: Type.Optional(
        Type.String({
          ...file,
          description: 'File with the icon that browsers show beside the title, of the same kind. Default: the logo.',
        }),
      ),
      color: Type.Optional(
        Type.String({
          pattern: '^#[0-9A-Fa-f]{6}$',
          description:
            'Colour of buttons and links as #rrggbb; the tones for light and dark pages follow from it. White on it needs a contrast of 4.5 to 1.',
          examples: ['#7a1f5c'],
        }),
      ),
    },
    { additionalProperties: false, description: 'As what this deployment presents itself to its clients.' },
  ),
)

export type BrandConfiguration = NonNullable<Static<typeof brandSchema>>
