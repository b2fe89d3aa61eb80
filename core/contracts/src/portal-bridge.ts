import type { Role } from './principal.ts'

/**
 * What a page of a plugin knows of the portal around it. The bridge puts it into the page as well: `lang`, `dir` and
 * `color-scheme` of the document, and the colours as CSS variables (`--portal-text`, `--portal-background`,
 * `--portal-accent`, ...).
 *
 * @stability experimental
 */
export interface PortalState {
  readonly colorScheme: 'light' | 'dark'
  /** CSS colours by meaning: `text`, `dimmed`, `background`, `surface`, `border`, `accent`, `onAccent`, `error`. */
  readonly colors: Readonly<Record<string, string>>
  /** A CSS font family. */
  readonly font: string
  /** BCP 47. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly role: Role
  /** The client that is looked at: the user's own, or the one that an operator acts for. */
  readonly client: { readonly id: number; readonly name: string }
}

/**
 * The portal as a page of a plugin sees it: what `openPortal` of `/portal/bridge.js` resolves with.
 *
 * @stability experimental
 */
export interface Portal {
  readonly state: PortalState
  /** Calls the listener at each change of `state`. The returned function ends it. */
  onChange(listener: (state: PortalState) => void): () => void
  /**
   * Calls an endpoint of the page's own plugin for the person who looks at it. Rejects with an `Error` that has
   * `category` and `code` of the `GatewayError`.
   */
  call(endpoint: string, input?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Makes the frame so high, in CSS pixels. It follows the height of the page unless this is called. */
  setHeight(pixels: number): void
  /** Shows a short text for a moment, as the portal does for what it has done. At most 200 characters are shown. */
  notify(text: string, tone?: 'done' | 'problem'): void
  /** Opens another page of the portal: `/messages`. */
  navigate(path: string): void
}
