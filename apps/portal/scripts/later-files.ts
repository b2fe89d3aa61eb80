import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

export interface LaterFilesOptions {
  /** The page that lists them. */
  readonly page: string
  /** The modules whose files they are. */
  readonly modules: readonly string[]
}

/** Lists in the head of a page the files that the next page will need, for its scripts to fetch once they are idle. */
export function laterFiles({ page, modules }: LaterFilesOptions): Plugin {
  let base = '/'
  return {
    name: 'later-files',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (!path.endsWith(page)) return []
        const files = new Set<string>()
        for (const module of modules) collect(bundle, chunkOf(bundle, module), files)
        return [...files]
          .filter((file) => !html.includes(file))
          .map(
            (file): HtmlTagDescriptor => ({
              tag: 'link',
              attrs: { rel: 'later', href: `${base}${file}` },
              injectTo: 'head',
            }),
          )
      },
    },
  }
}

function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find(
    (each) => each.type === 'chunk' && each.moduleIds.some((id) => id.endsWith(module)),
  )
  if (chunk?.type !== 'chunk') throw new Error(`There is no chunk of ${module}`)
  return chunk
}

/** The files of a chunk and of everything loaded with it. */
function collect(bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk, files: Set<string>): void {
  if (files.has(chunk.fileName)) return
  files.add(chunk.fileName)
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') collect(bundle, imported, files)
  }
}
