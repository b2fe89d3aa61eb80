import { randomUUID } from 'node:crypto'
import type { MailMessage } from '@heliograph/contracts'
import { escapeHtml } from '@heliograph/wire'

/** The words of a mail with a link. */
export interface LinkMailWords {
  readonly subject: string
  /** Paragraphs before the link. */
  readonly before: readonly string[]
  /** Label of the link, where the mail is shown as HTML. */
  readonly action: string
  /** Paragraphs after it. */
  readonly after: readonly string[]
}

export interface LinkMail {
  readonly to: string
  readonly url: string
  /** Of the words, as a BCP 47 tag. */
  readonly language: string
  readonly words: LinkMailWords
  /** Of the button: `#rrggbb`, on which white can be read. Default: blue. */
  readonly color?: string | undefined
}

const BUTTON = 'display:inline-block;padding:12px 20px;border-radius:8px;font-weight:600;text-decoration:none'

/** A mail with a link, in plain text and in HTML. It loads nothing: no image, no font. */
export function linkMail({ to, url, language, words, color = '#1b5fa8' }: LinkMail): MailMessage {
  const { subject, before, action, after } = words
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  return {
    to,
    subject,
    text: `${[...before, url, ...after].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${escapeHtml(language)}" dir="auto">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:34rem">
${before.map(paragraph).join('\n')}
<p><a href="${escapeHtml(url)}" style="${BUTTON};background:${color};color:#ffffff">${escapeHtml(action)}</a></p>
<p style="overflow-wrap:anywhere">${escapeHtml(url)}</p>
${after.map(paragraph).join('\n')}
</body>
</html>
`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    idempotencyKey: `portal-link:${randomUUID()}`,
  }
}
