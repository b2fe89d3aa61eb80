import type { Static, TObject } from 'typebox'
import type { RouteSpec } from './http.ts'
import type { Principal, Role } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** The pictures that a page can have in the portal's menu. @stability experimental */
export const PAGE_ICONS = ['chart', 'list', 'message', 'people', 'report', 'send', 'settings', 'webhook'] as const

/** @stability experimental */
export type PageIcon = (typeof PAGE_ICONS)[number]

/** One call of a page's endpoint. @stability experimental */
export interface PageCall<I = Readonly<Record<string, unknown>>> {
  /** Who looks at the page: the user or, when an operator acts for a client, in effect a user of that client. */
  readonly principal: Principal
  /** What the page gave, checked by the schema of the endpoint. */
  readonly input: I
  /** Aborted when the answer is not wanted any more. */
  readonly signal: AbortSignal
}

/**
 * Something that a page may ask of its plugin. Nothing but the page, opened by a user of the portal, can call it.
 *
 * @stability experimental
 */
export interface PageEndpoint<I extends TObject = TObject> {
  /** Kebab-case, unique within the page: `portal.call('recent-points', input)`. */
  readonly name: string
  /** What the page gives. Anything else is refused before `handle` is called. */
  readonly input: I
  /** True: it changes something, so that each call is noted in the audit log, with the user. Default: it only reads. */
  readonly isChange?: boolean | undefined
  /** Resolves with the answer, as JSON. A `GatewayError` reaches the page with its category, code and text. */
  handle(call: PageCall<Static<I>>): Promise<unknown>
}

/**
 * A page of a plugin in the portal, for its users. The menu shows it; opened, it is a frame without an origin of its
 * own: it can read neither the portal nor any cookie, and reaches nothing but its own files and endpoints. Scripts in
 * the page itself, and anything of other servers, are refused by its Content-Security-Policy: scripts are files.
 *
 * The page talks to the portal by `/portal/bridge.js`:
 * `import { openPortal } from '/portal/bridge.js'; const portal = await openPortal()` — see `Portal`.
 *
 * @stability experimental
 */
export interface PortalPage {
  /** Kebab-case, unique within the instance. */
  readonly id: string
  /** In the menu and above the page, by language (BCP 47); `en` is shown where there is none. */
  readonly title: { readonly en: string; readonly [language: string]: string }
  readonly icon: PageIcon
  /** Who may open it. */
  readonly roles: readonly Role[]
  /**
   * The files of the page: GET routes, each below `/plugin-pages/<instance>/<page>`. `/` is the page itself, HTML;
   * what that names is relative (`<script type="module" src="page.js">`). Anyone can ask for them, and the host keeps
   * cookies and keys back, so they hold nothing that only some may see: that is for `endpoints`.
   */
  readonly files: readonly RouteSpec[]
  readonly endpoints?: readonly PageEndpoint[] | undefined
}

/** Types an endpoint, so that `handle` sees the input of its schema. @stability experimental */
export function definePageEndpoint<I extends TObject>(endpoint: PageEndpoint<I>): PageEndpoint<I> {
  return endpoint
}

/** A page as the portal's menu shows it. @stability experimental */
export interface PortalPageRecord extends Pick<PortalPage, 'id' | 'title' | 'icon' | 'roles'> {
  readonly instanceId: string
  /** Where its files are, on the listener that serves the portal; with a slash at its end. */
  readonly path: string
}

/** The endpoint of a page that is called, and with what. @stability experimental */
export interface PortalPageCall {
  readonly instanceId: string
  readonly pageId: string
  readonly endpoint: string
  readonly input: unknown
  readonly signal: AbortSignal
}

/** The answer of an endpoint. @stability experimental */
export interface PortalPageAnswer {
  readonly value: unknown
  /** As `PageEndpoint.isChange`. */
  readonly isChange: boolean
}

/** The pages of plugins on this node, for the portal. @stability experimental */
export interface PortalPages {
  /** In the order of the configuration. */
  list(): readonly PortalPageRecord[]
  /**
   * Calls an endpoint of a page. Throws `not-found`/`unknown-path` for a page or endpoint that is not there, or not for
   * the role of the principal; `invalid`/`invalid-request` for an input that its schema refuses; `unavailable` while
   * the instance is out of service; else what the endpoint throws.
   */
  call(principal: Principal, call: PortalPageCall): Promise<PortalPageAnswer>
}

export const PortalPages: ServiceToken<PortalPages> = defineService('heliograph.portal-pages')
