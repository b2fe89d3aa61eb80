/** Kinds of rich content: what a message can say beyond plain text, over links that take it. @stability experimental */
export const CONTENT_KINDS = ['media', 'template', 'buttons'] as const

/** @stability experimental */
export type ContentKind = (typeof CONTENT_KINDS)[number]

/**
 * Rich content of a message, beside its text. A link gets it when it takes that kind (`LinkCapabilities`), every other
 * link gets the text, so each message with content has a text as well: one of the client's own, or `fallbackText`.
 *
 * @stability experimental
 */
export type RichContent = MediaContent | TemplateContent | ButtonsContent

/** A picture, a film, a sound or a document. @stability experimental */
export interface MediaContent {
  readonly kind: 'media'
  readonly media: 'image' | 'video' | 'audio' | 'document'
  /** Where it is: at an address from which the network can fetch it, or in the gateway (`Blobs`). */
  readonly source: { readonly url: string } | { readonly blobId: string }
  /** `image/jpeg`, ... */
  readonly mediaType: string
  readonly caption?: string | undefined
  /** Of a document: its name at the recipient. */
  readonly fileName?: string | undefined
}

/** A text that the network knows by its name, and has approved. @stability experimental */
export interface TemplateContent {
  readonly kind: 'template'
  readonly name: string
  /** As the network writes it: `en`, `en_GB`, ... */
  readonly language: string
  /** The values of its places, in order. */
  readonly parameters: readonly string[]
}

/** A text with buttons below it. @stability experimental */
export interface ButtonsContent {
  readonly kind: 'buttons'
  readonly body: string
  readonly buttons: readonly ContentButton[]
}

/** @stability experimental */
export type ContentButton =
  /** Sends its title back; `id` comes with it where the network passes it on. */
  | { readonly kind: 'reply'; readonly id: string; readonly title: string }
  /** Opens an address. */
  | { readonly kind: 'url'; readonly title: string; readonly url: string }

/**
 * The text of a message whose client gave content alone. Never empty. What a template says is known to the network
 * only, so its text has the name and the values; clients had better bring one of their own.
 *
 * @stability experimental
 */
export function fallbackText(content: RichContent): string {
  switch (content.kind) {
    case 'media': {
      const { caption = '', fileName = '', media, source } = content
      return lines([caption, 'url' in source ? source.url : fileName]) || `[${media}]`
    }
    case 'template':
      return [content.name, content.parameters.join(', ')].filter(isWritten).join(': ')
    case 'buttons':
      return lines([content.body, ...content.buttons.map(lineOf)])
  }
}

function lineOf(button: ContentButton): string {
  return button.kind === 'url' ? `${button.title}: ${button.url}` : `- ${button.title}`
}

function lines(texts: readonly string[]): string {
  return texts.filter(isWritten).join('\n')
}

function isWritten(text: string): boolean {
  return text.trim() !== ''
}
