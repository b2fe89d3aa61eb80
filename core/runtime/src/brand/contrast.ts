/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** Reads `#rrggbb`. */
export function readColor(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

export function formatColor(color: Rgb): string {
  return `#${color.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`
}

/** `part` of the second colour, 0 to 1, in the first. */
export function mix(first: Rgb, second: Rgb, part: number): Rgb {
  const [red, green, blue] = second
  const between = (from: number, to: number) => Math.round(from + (to - from) * part)
  return [between(first[0], red), between(first[1], green), between(first[2], blue)]
}

/** From 1 to 21, as WCAG 2.2 defines it. */
export function contrast(first: Rgb, second: Rgb): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((one, other) => one - other)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(part: number): number {
  const value = part / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
