import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { brand } from './brand.ts'

/** The product's own accent. */
const OWN: MantineColorsTuple = [
  '#eaf6f4',
  '#d3ebe7',
  '#a5d6cf',
  '#74c0b6',
  '#4dada1',
  '#349f93',
  '#1f8479',
  '#126f66',
  '#0d5c55',
  '#084842',
]

/** The accent: marks what can be clicked, and the current page. */
const sea = (brand.palette?.tones as MantineColorsTuple | undefined) ?? OWN

/**
 * Greys with a hint of the accent. The dark ones are the surfaces of the dark theme, from text (0) to the page (7) and
 * below it.
 */
const dark: MantineColorsTuple = [
  '#d8dedd',
  '#b3bcbb',
  '#97a2a1',
  '#64706f',
  '#3a4544',
  '#2b3534',
  '#202928',
  '#171e1e',
  '#111717',
  '#0c1111',
]

const gray: MantineColorsTuple = [
  '#f7f9f9',
  '#eff3f2',
  '#e3e9e8',
  '#d3dbda',
  '#b9c4c3',
  '#93a09f',
  '#5f6d6c',
  '#465352',
  '#303b3a',
  '#1b2423',
]

/** One visual language: sizes, spaces, corners and colours of every page. */
export const theme = createTheme({
  primaryColor: 'sea',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  colors: { sea, dark, gray },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.45' },
      h4: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  // Text in a light variant is dark enough for its own tint; text on the accent is dark or light, depending on the
  // theme.
  variantColorResolver(input) {
    const resolved = defaultVariantColorsResolver(input)
    if (input.variant === 'filled' && (input.color ?? 'sea') === 'sea')
      return { ...resolved, color: 'var(--heliograph-on-accent)' }
    if (input.variant === 'filled' && input.color === 'red') return { ...resolved, ...DANGER }
    return input.variant === 'light' || input.variant === 'subtle'
      ? { ...resolved, color: textOf(input.color) }
      : resolved
  },
  // By name only: naming the components themselves would load them with the first page.
  components: {
    // As wide as its word: a table that is short of room would cut it to its first letter. Written as words are.
    Badge: { defaultProps: { variant: 'light', radius: 'sm', miw: 'max-content', tt: 'none' } },
    Button: { defaultProps: { size: 'sm' } },
    // It would be a child without a role among the items; without it the menu itself gets the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, radius: 'lg' } },
    Paper: { defaultProps: { radius: 'lg', withBorder: true, p: 'lg' } },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
})

/** Buttons that take something away: white on a red that is dark enough for it in both themes. */
const DANGER = {
  background: 'var(--mantine-color-red-9)',
  hover: 'color-mix(in srgb, var(--mantine-color-red-9) 85%, #000)',
  color: '#ffffff',
}

function textOf(color = 'sea'): string {
  return `var(--heliograph-text-${color}, var(--mantine-color-${color}-text))`
}

const COLOURS = ['sea', 'gray', 'green', 'blue', 'yellow', 'orange', 'red'] as const

/** Tints of the dark theme: a hint of the colour over the surface, so that a note is not too loud. */
const darkTints = Object.fromEntries(
  COLOURS.flatMap((colour) => [
    [`--mantine-color-${colour}-light`, `color-mix(in srgb, var(--mantine-color-${colour}-6) 20%, #171e1e)`],
    [`--mantine-color-${colour}-light-hover`, `color-mix(in srgb, var(--mantine-color-${colour}-6) 28%, #171e1e)`],
  ]),
)

/** Colours of text by meaning, each with a contrast of at least 4.5 to 1 on its page and on its own tint. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default-border': '#cdd6d5',
    '--mantine-color-dimmed': '#566362',
    '--mantine-color-placeholder': '#6a7776',
    '--mantine-color-error': '#b3261e',
    '--heliograph-surface': '#f7f9f9',
    '--heliograph-on-accent': '#ffffff',
    '--heliograph-text-sea': brand.palette?.lightText ?? '#0d5c55',
    '--heliograph-text-gray': '#465352',
    '--heliograph-text-green': '#1c6b31',
    '--heliograph-text-blue': '#155a9c',
    '--heliograph-text-yellow': '#7a4f00',
    '--heliograph-text-orange': '#8f3d00',
    '--heliograph-text-red': '#a81f1f',
  },
  dark: {
    ...darkTints,
    '--mantine-color-body': '#171e1e',
    '--mantine-color-dimmed': '#9fabaa',
    '--mantine-color-placeholder': '#8a9695',
    '--mantine-color-error': '#ff9a92',
    '--heliograph-surface': '#111717',
    '--heliograph-on-accent': '#0c1111',
    '--heliograph-text-sea': brand.palette?.darkText ?? '#7fd0c5',
    '--heliograph-text-gray': '#c0cac9',
    '--heliograph-text-green': '#86d99a',
    '--heliograph-text-blue': '#8cc4f5',
    '--heliograph-text-yellow': '#f0c869',
    '--heliograph-text-orange': '#f7b27a',
    '--heliograph-text-red': '#ff9f9f',
  },
})
