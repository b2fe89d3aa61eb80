/** As what the deployment presents itself. */
export interface Brand {
  readonly name: string
  /** The address of its logo; undefined: the product's own. */
  readonly logo?: string | undefined
  /** The tones of its colour; undefined: the product's own. */
  readonly palette?: BrandPalette | undefined
}

/** Colours as `#rrggbb`. */
interface BrandPalette {
  /** From light to dark; the eighth is the colour itself. */
  readonly tones: readonly string[]
  readonly lightText: string
  readonly darkText: string
}

/** The server writes it into the page, so that the first thing that is drawn has it. */
export const brand: Brand = readBrand()

function readBrand(): Brand {
  const content = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content
  return content === undefined ? { name: 'Heliograph' } : (JSON.parse(content) as Brand)
}
