/** An image that the operator gave. @stability stable */
export interface BrandImage {
  readonly type: 'image/svg+xml' | 'image/png'
  readonly octets: Uint8Array
}

/**
 * The tones of the operator's colour, each as `#rrggbb`. Text in them has a contrast of at least 4.5 to 1.
 * @stability stable
 */
export interface BrandPalette {
  /** Ten tones from light to dark. The eighth is the colour itself, on which white can be read. */
  readonly tones: readonly string[]
  /** For text on light pages, and on a light tint of the colour. */
  readonly lightText: string
  /** For text on dark pages, and on a dark tint of the colour. */
  readonly darkText: string
}

/** As what a deployment presents itself to its clients: the section `brand` of the configuration. @stability stable */
export interface Brand {
  /** One line of at most 40 characters; `Heliograph` unless the operator has another. */
  readonly name: string
  /** Undefined: the product's own. */
  readonly logo: BrandImage | undefined
  /** What browsers show beside the title. Undefined: the product's own. */
  readonly icon: BrandImage | undefined
  /** Undefined: the product's own. */
  readonly palette: BrandPalette | undefined
}

/** How a deployment presents itself whose operator has nothing else in mind. @stability stable */
export const OWN_BRAND: Brand = { name: 'Heliograph', logo: undefined, icon: undefined, palette: undefined }
