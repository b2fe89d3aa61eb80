import type { BrandImage } from '@heliograph/contracts'

const PLAIN = '#3d4a52'

/** A logo for a name that has none: its first letter or digit, white on the colour. */
export function letterMark(name: string, color = PLAIN): BrandImage {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? ''
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="8" fill="${color}"/>` +
    '<text x="16" y="16" dy=".36em" text-anchor="middle" fill="#fff" font-family="system-ui,sans-serif" ' +
    `font-size="19" font-weight="600">${letter}</text></svg>`
  return { type: 'image/svg+xml', octets: Buffer.from(svg) }
}
