import type { BrandPalette } from '@heliograph/contracts'
import { contrast, formatColor, mix, type Rgb, readColor } from './contrast.ts'

/** What WCAG 2.2 asks for text (1.4.3, level AA). */
export const LEAST_CONTRAST = 4.5

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** The surfaces of the portal on which text has to stand out most: bars in light, what is under the mouse in dark. */
const LIGHT_SURFACE = readColor('#eff3f2')
const DARK_SURFACE = readColor('#2b3534')
/** Panels of the dark theme, which its tints are mixed with, and the text on its buttons. */
const DARK_PANEL = readColor('#171e1e')
const DARK_BUTTON_TEXT = readColor('#0c1111')

/** How much white is in the tones that are lighter than the colour, then how much black in the darker ones. */
const LIGHTER = [0.93, 0.84, 0.66, 0.48, 0.36, 0.22, 0.1]
const DARKER = [0.16, 0.32]

/** The darkest and the strongest of the tones that buttons of dark pages have: at rest and under the mouse. */
const DARK_BUTTONS = new Set([4, 5])

/** The contrast of white and of pages to a colour, whichever is less. */
export function contrastOf(color: string): number {
  return contrast(readColor(color), LIGHT_SURFACE)
}

/** The lightest shade of a colour that can stand under white text, and as text on a light page. */
export function nearestReadable(color: string): string {
  return formatColor(darkened(readColor(color), LIGHT_SURFACE))
}

/** The tones that follow from a colour that is readable itself. */
export function paletteOf(color: string): BrandPalette {
  const own = readColor(color)
  const tones = [
    ...LIGHTER.map((part, index) => toneOf(own, part, DARK_BUTTONS.has(index))),
    own,
    ...DARKER.map((part) => mix(own, BLACK, part)),
  ]
  // As `theme.ts` of the portal has them under the mouse.
  const lightTint = tones[2] as Rgb
  const darkTint = mix(DARK_PANEL, tones[6] as Rgb, 0.28)
  return {
    tones: tones.map(formatColor),
    lightText: formatColor(darkened(own, lightTint)),
    darkText: formatColor(lightened(own, [darkTint, DARK_SURFACE], 0.5)),
  }
}

function toneOf(own: Rgb, part: number, isDarkButton: boolean): Rgb {
  return isDarkButton ? lightened(own, [DARK_SURFACE, DARK_BUTTON_TEXT], part) : mix(own, WHITE, part)
}

/** With as little black as makes it readable on a light surface. */
function darkened(color: Rgb, surface: Rgb): Rgb {
  for (let part = 0; part < 1; part += 0.005) {
    const tone = mix(color, BLACK, part)
    if (contrast(tone, surface) >= LEAST_CONTRAST) return tone
  }
  return BLACK
}

/** With as little white as makes it readable on dark surfaces, and at least `from` of it. */
function lightened(color: Rgb, surfaces: readonly Rgb[], from: number): Rgb {
  for (let part = from; part < 1; part += 0.005) {
    const tone = mix(color, WHITE, part)
    if (surfaces.every((surface) => contrast(tone, surface) >= LEAST_CONTRAST)) return tone
  }
  return WHITE
}
