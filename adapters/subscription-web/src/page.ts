import { createHash } from 'node:crypto'
import type { HttpResponse } from '@heliograph/contracts'
import { escapeHtml, htmlResponse } from '@heliograph/wire'
import type { Language } from './language.ts'
import type { Words } from './texts.ts'

/** The content of a page. */
export interface Page extends Words {
  readonly language: Language
  readonly status: number
  /** A mark before the title, for the eye only: the title says what it means. */
  readonly mark: 'done' | 'asked' | 'failed'
  /** Label of the button. */
  readonly action?: string | undefined
  /** Where the button leads, relative to the address of the page. */
  readonly target?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export type Respond = (page: Page) => HttpResponse

const STYLE = `
:root { color-scheme: light dark; --ground: #f4f6f8; --card: #fff; --text: #1c2530; --soft: #5b6775; --done: #0b7a4b; --asked: #1b5fa8; --failed: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ground: #11161c; --card: #1a212a; --text: #e8edf2; --soft: #a3afbc; --done: #4fd39a; --asked: #7db5f5; --failed: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem; background: var(--ground); color: var(--text); font: 1.0625rem/1.55 system-ui, sans-serif; }
main { width: 100%; max-width: 30rem; padding: 2rem 1.75rem; background: var(--card); border-radius: 1rem; box-shadow: 0 1px 3px #0002, 0 8px 24px #0001; }
svg { display: block; width: 3rem; height: 3rem; margin-bottom: 1rem; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.done svg { color: var(--done); } .asked svg { color: var(--asked); } .failed svg { color: var(--failed); }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 .5rem; overflow-wrap: anywhere; } p + p { color: var(--soft); }
a { display: inline-block; margin-top: 1rem; padding: .75rem 1.25rem; border-radius: .6rem; background: var(--asked); color: var(--card); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
`

const MARKS = {
  done: '<circle cx="12" cy="12" r="10"/><path d="m7.5 12.5 3 3 6-6.5"/>',
  asked: '<circle cx="12" cy="12" r="10"/><path d="M9.2 9.3a2.9 2.9 0 1 1 4.2 2.6c-1 .5-1.4 1.1-1.4 2.1M12 17.2v.1"/>',
  failed: '<circle cx="12" cy="12" r="10"/><path d="M12 7v6M12 16.8v.1"/>',
} as const

/**
 * Creates a function that makes pages. They load nothing else: no script, no font, no image. They are for one reader at
 * one moment, so they must not be cached, framed, indexed or revealed to other sites.
 */
export function createPages(): Respond {
  const styleHash = createHash('sha256').update(STYLE).digest('base64')
  const common = {
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    vary: 'Accept-Language',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow',
  }
  return (page) =>
    htmlResponse(page.status, formatPage(page), { ...common, 'content-language': page.language, ...page.headers })
}

function formatPage({ language, title, paragraphs, mark, action, target = '' }: Page): string {
  const again = action === undefined ? '' : `\n<a href="${escapeHtml(target)}" rel="nofollow">${escapeHtml(action)}</a>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main class="${mark}">
<svg viewBox="0 0 24 24" aria-hidden="true">${MARKS[mark]}</svg>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}${again}
</main>
</body>
</html>
`
}
