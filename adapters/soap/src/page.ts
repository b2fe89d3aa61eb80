import { escapeHtml } from '@heliograph/wire'
import type { Field, Method } from './method.ts'

const STYLE = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin: 2rem 0 0; font-size: 1.1rem }
p { margin: .25rem 0 }
dl { display: grid; grid-template-columns: max-content auto; gap: .25rem 1rem; margin: .5rem 0 }
dd { margin: 0 }
`

/** Formats a page that lists the methods for people. */
export function formatPage(methods: readonly Method[], namespace: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>SOAP interface</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>SOAP interface</h1>
<p>SOAP 1.1 by POST to this address. Programs read the <a href="?WSDL">definition (WSDL)</a>; the namespace is <code>${escapeHtml(namespace)}</code>.</p>
${methods.map(formatMethod).join('\n')}
</main>
</body>
</html>
`
}

function formatMethod({ name, parameters, summary }: Method): string {
  const fields = parameters.length === 0 ? '' : `\n<dl>\n${parameters.map(formatField).join('\n')}\n</dl>`
  return `<h2 id="${name}"><code>${name}</code></h2>\n<p>${escapeHtml(summary)}</p>${fields}`
}

function formatField({ isOptional, meaning, name, type }: Field): string {
  const note = isOptional ? `${type}, optional` : type
  return `<dt><code>${name}</code></dt><dd>${escapeHtml(meaning)} (${note})</dd>`
}
