import { createHash } from 'node:crypto'
import type { Brand, BrandImage } from '@heliograph/contracts'
import { escapeHtml, type StaticFile } from '@heliograph/wire'
import type { PortalFiles } from './portal-files.ts'

/** Where the files of the brand are, below `/portal/`. */
export const BRAND_FOLDER = 'brand'

/** What is between these in a page gives way to the brand, before the first script runs. */
const BEGIN = '<!-- brand -->'
const END = '<!-- /brand -->'

const SUFFIXES = { 'image/svg+xml': '.svg', 'image/png': '.png' } as const

/** The files with the name, the images and the colours of the deployment in every page. */
export function branded(files: PortalFiles, brand: Brand): PortalFiles {
  const { logo, icon, palette, name } = brand
  const byPath = new Map(files.byPath)
  const add = (image: BrandImage | undefined) => {
    if (image === undefined) return undefined
    const { path, file } = imageFile(image)
    byPath.set(path, file)
    return `/portal/${path}`
  }
  const facts = { name, logo: add(logo), palette }
  const tags = tagsOf(JSON.stringify(facts), name, icon && { type: icon.type, path: add(icon) as string })
  const pages = new Map([...files.pages].map(([path, page]) => [path, withTags(page, tags)]))
  return { byPath, pages }
}

/** The name has a hash in it, so that a browser asks for it again once the operator has another image. */
function imageFile({ type, octets }: BrandImage): { readonly path: string; readonly file: StaticFile } {
  const digest = createHash('sha256').update(octets).digest('base64url')
  const contentType = type === 'image/png' ? type : `${type}; charset=utf-8`
  const form = { encoding: undefined, octets: Buffer.from(octets), etag: `"${digest}"` }
  return {
    path: `${BRAND_FOLDER}/${digest.slice(0, 16)}${SUFFIXES[type]}`,
    file: { contentType, isHashed: true, forms: [form] },
  }
}

function withTags(page: string, tags: string): string {
  const [before = '', rest] = page.split(BEGIN)
  const [, after] = rest?.split(END) ?? []
  return after === undefined ? page : `${before}${tags}${after}`
}

function tagsOf(
  facts: string,
  name: string,
  icon: { readonly type: string; readonly path: string } | undefined,
): string {
  const { path, type } = icon ?? { path: '/portal/logo.svg', type: 'image/svg+xml' }
  return [
    `<meta name="brand" content="${escapeHtml(facts)}" />`,
    `<title>${escapeHtml(name)}</title>`,
    `<link rel="icon" type="${type}" href="${path}" />`,
  ].join('\n    ')
}
