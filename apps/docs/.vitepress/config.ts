import { slug } from 'github-slugger'
import { defineConfig } from 'vitepress'
import { drawDiagram } from '../src/diagrams.ts'
import { InlineScripts } from '../src/inline-scripts.ts'
import { BASE, SOURCE } from '../src/places.ts'
import { SITE, type SiteSection } from '../src/site.ts'

const scripts = new InlineScripts(BASE)

const sidebarOf = ({ title, pages }: SiteSection) => ({
  text: title,
  collapsed: title !== 'Start',
  items: pages.map(({ title: text, path }) => ({ text, link: path === 'index' ? '/' : `/${path}` })),
})

/** The first page of a section, in the bar at the top. */
const navOf = ({ title, pages: [first] }: SiteSection) => ({ text: title, link: `/${first?.path}` })

export default defineConfig({
  title: 'Heliograph',
  description: 'The documentation of Heliograph, a self-hosted SMS gateway.',
  lang: 'en',
  base: BASE,
  srcDir: SOURCE,
  outDir: 'dist/site',
  // Otherwise every page has an inline script with it.
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}logo.svg` }]],
  markdown: {
    // The anchors that links between the pages already use in the repository.
    anchor: { slugify: slug },
    // Braces and colons in the texts have no special meaning.
    attrs: { disable: true },
    config(md) {
      md.disable('emoji', true)
      const { text, code_inline: code, fence } = md.renderer.rules
      // Pages are templates, in which these would begin an expression.
      const plain = (html = '') => html.replaceAll('{{', '&#123;&#123;')
      md.renderer.rules.text = (...args) => plain(text?.(...args))
      md.renderer.rules.code_inline = (...args) => plain(code?.(...args))
      md.renderer.rules.fence = (tokens, index, options, env, self) => {
        const { info = '', content = '' } = tokens[index] ?? {}
        const [, label] = /^mermaid\s*(.*)$/.exec(info.trim()) ?? []
        return label === undefined ? (fence?.(tokens, index, options, env, self) ?? '') : drawDiagram(content, label)
      }
    },
  },
  themeConfig: {
    logo: '/logo.svg',
    nav: SITE.filter(({ title }) => ['Start', 'Concepts', 'Moving here', 'Reference'].includes(title)).map(navOf),
    sidebar: SITE.map(sidebarOf),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
  },
  transformHtml: (html) => scripts.moveOut(html),
  buildEnd: ({ outDir }) => scripts.write(outDir),
})
