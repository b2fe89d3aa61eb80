import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * Names the files of a module, which is imported dynamically, in the head of the page: the browser asks for them along with the first script instead of after
 * it, which saves a round trip.
 */
export function preloadMain(module: string): Plugin {
  let base = '/'
  return {
    name: 'preload-main',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (each) => each.type === 'chunk' && each.facadeModuleId?.endsWith(module),
        )
        if (chunk?.type !== 'chunk') throw new Error(`There is no chunk of ${module}`)
        const scripts = [...new Set([chunk.fileName, ...chunk.imports])].map(
          (file): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `${base}${file}` },
            injectTo: 'head',
          }),
        )
        // Not as a style sheet: that would keep the first script waiting. The import of the module makes it one.
        const styles = [...(chunk.viteMetadata?.importedCss ?? [])].map(
          (file): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'style', crossorigin: true, href: `${base}${file}` },
            injectTo: 'head',
          }),
        )
        return [...scripts, ...styles]
      },
    },
  }
}
