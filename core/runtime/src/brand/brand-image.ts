import { readFile, stat } from 'node:fs/promises'
import type { BrandImage } from '@heliograph/contracts'

/** The largest image that is taken, in octets. */
const MOST_OCTETS = 100 * 1024

/** Why a file is no image that can be shown, and what to do. */
export interface ImageFault {
  readonly message: string
  readonly remedy: string
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const KINDS = 'Give an SVG or PNG file of at most 100 KiB.'

/** Reads an image and makes sure that browsers will show it. */
export async function readBrandImage(path: string): Promise<BrandImage | ImageFault> {
  const octets = await readLimited(path)
  if ('message' in octets) return octets
  if (octets.subarray(0, PNG.length).equals(PNG)) return { type: 'image/png', octets }
  const fault = faultOfSvg(octets)
  return fault ?? { type: 'image/svg+xml', octets }
}

async function readLimited(path: string): Promise<Buffer | ImageFault> {
  try {
    const facts = await stat(path)
    if (!facts.isFile()) return { message: 'It is no file.', remedy: KINDS }
    if (facts.size > MOST_OCTETS) return { message: `The file has ${facts.size} octets.`, remedy: KINDS }
    return await readFile(path)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    return { message: `The file ${path} cannot be read (${reason}).`, remedy: 'Check the path and the permissions.' }
  }
}

/**
 * Browsers run nothing in an SVG that is shown as an image, nor load anything for it: one that relies on that is
 * refused here, rather than shown in part.
 */
function faultOfSvg(octets: Buffer): ImageFault | undefined {
  const text = octets.toString('utf8').replace(/^\ufeff/, '')
  const root = /^\s*(?:<(?:\?xml|!DOCTYPE\s+svg)[^>[]*>\s*|<!--[\s\S]*?-->\s*)*<svg\b([^>]*)>/i.exec(text)
  if (root === null) return { message: 'The file is neither SVG nor PNG.', remedy: KINDS }
  if (!/\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(root[1] ?? ''))
    return {
      message: 'The SVG does not name its namespace, without which browsers do not show it as an image.',
      remedy: 'Begin it with <svg xmlns="http://www.w3.org/2000/svg" ...>.',
    }
  if (/<script\b|\son\w+\s*=|javascript:/i.test(text))
    return { message: 'The SVG has a script.', remedy: 'Export it without scripts, as a plain SVG.' }
  if (/(?:href|src)\s*=\s*["']\s*(?:https?:)?\/\//i.test(text))
    return {
      message: 'The SVG loads something from elsewhere, which browsers do not do for an image.',
      remedy: 'Embed what it loads, or export it as a plain SVG.',
    }
  return undefined
}
