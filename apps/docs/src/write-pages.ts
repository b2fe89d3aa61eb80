import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSiteLinks, mapTargets, PICTURES, type SiteLinks } from './links.ts'
import { makePage } from './made-pages.ts'
import { PAGES, type SitePage } from './site.ts'

/**
 * Writes the pages of the site to a folder, each under its path there, with links that lead to each other. Throws when
 * a page has a link to a file that does not exist.
 */
export async function writePages(root: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const links = createSiteLinks(PAGES, root)
  for (const page of PAGES) {
    const file = join(folder, `${page.path}.md`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, await textOf(page, root, links))
  }
  if (links.dead.length > 0) throw new Error(`links to files that do not exist:\n${links.dead.join('\n')}`)
  for (const picture of links.pictures) await copyTo(join(root, picture), join(folder, 'public', PICTURES, picture))
  await copyTo(join(root, 'apps/portal/public/logo.svg'), join(folder, 'public/logo.svg'))
}

async function copyTo(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to)
}

async function textOf({ title, source, made }: SitePage, root: string, links: SiteLinks): Promise<string> {
  const head = `---\ntitle: ${JSON.stringify(title)}\n---\n\n`
  if (made !== undefined) return `${head}# ${title}\n\n${await makePage(made, root)}`
  if (source === undefined) throw new Error(`${title}: a page has a source, or is made`)
  const text = await readFile(join(root, source), 'utf8')
  if (source.endsWith('.yaml')) return `${head}# ${title}\n\n\`${source}\`\n\n\`\`\`yaml\n${text}\`\`\`\n`
  return (
    head +
    titled(
      mapTargets(text, (target) => links.resolve(source, target)),
      title,
    )
  )
}

/** A page of a package is headed by the package's name. Readers look for what it is about. */
function titled(text: string, title: string): string {
  return text.replace(/^# (.*)\n/, (_, heading) =>
    heading.includes('@') ? `# ${title}\n\n\`${heading}\`\n` : `# ${heading}\n`,
  )
}
