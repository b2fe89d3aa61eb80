/**
 * Puts generated text between the markers `<!-- generated:NAME -->` and `<!-- /generated -->` of a document. Throws when the document has no such
 * markers, since a table without markers would go stale unnoticed.
 */
export function replaceGenerated(document: string, name: string, content: string): string {
  const start = `<!-- generated:${name} -->`
  const from = document.indexOf(start)
  const to = document.indexOf('<!-- /generated -->', from)
  if (from < 0 || to < 0) throw new Error(`The document has no markers for '${name}'.`)
  return `${document.slice(0, from + start.length)}\n${content}\n${document.slice(to)}`
}
