import { renderMermaidSVG } from 'beautiful-mermaid'

/**
 * Draws a Mermaid diagram as an SVG that takes its colours from the site's style, `label` being what it shows for
 * those who do not see it. The picture's own style names a font of another server; the site has the same rules without
 * it, because a page takes no style from its contents.
 */
export function drawDiagram(mermaid: string, label: string): string {
  const svg = renderMermaidSVG(mermaid, { padding: 16, transparent: true })
    // regex-bound: our own pages, when the site is built
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/^<svg ([^>]*?) style="[^"]*"/, '<svg $1')
    .replace(/^<svg /, `<svg role="img" aria-label="${escapeAttribute(label)}" `)
  return `<figure class="diagram" v-pre>${svg}</figure>\n`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
