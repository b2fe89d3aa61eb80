import {
  GatewayError,
  type Principal,
  type ReceiptForm,
  type SubmitMessage,
  type SubmitRequest,
} from '@heliograph/contracts'
import {
  formatDeliveryWindow,
  keptMetadata,
  type LinkBases,
  type MeasuredMessage,
  senderOf,
} from '@heliograph/messaging'
import { ENCODING_CODES, notifyCode, pushCode } from '../../database/codes.ts'
import type { RoutedMessage } from '../../outbound/routing/router.ts'

/**
 * The data shared by all destinations of one message that get the same text; one row of the statement's first table.
 */
export interface Template {
  readonly clientId: number
  readonly userId: number
  readonly channelId: number
  readonly sender: string
  readonly body: string
  readonly encoding: number
  readonly parts: number
  readonly priority: number
  readonly flash: boolean
  readonly receiptWebhook: boolean
  readonly notifyFormat: number
  readonly origin: string
  /** The request it came by; null: none. */
  readonly requestId: string | null
  readonly route: string
  readonly bulkId: string | null
  /** See `BatchPlace`. */
  readonly speedId: number | null
  readonly reference: string | null
  /** JSON; null: none. */
  readonly metadata: string | null
  readonly notifyUrl: string | null
  /** The instance that writes its receipts, and the context it gets back for that; null for the usual forms. */
  readonly notifyInstance: string | null
  readonly notifyContext: string | null
  readonly acceptedAt: number
  readonly sendAt: number | null
  readonly validitySeconds: number
  /** What a part costs instead of the client's price; null: that. */
  readonly pricePerPart: string | null
  readonly userDataHeader: string | null
  /** As it is stored; null: it may go at any time. */
  readonly deliveryWindow: string | null
  readonly pushOn: number | null
  readonly pushContext: string | null
  /**
   * The same object for all messages whose receipts carry the id of the first accepted one among them; null: each
   * carries its own.
   */
  readonly pushGroup: object | null
  /** Goes out even if the recipient has opted out. */
  readonly isUnblocked: boolean
}

/** The fields in which recipients of one message may differ. */
type OwnFields = 'route' | 'body' | 'encoding' | 'parts' | 'userDataHeader'
export type CommonTemplate = Omit<Template, OwnFields>

export interface ChosenChannel extends LinkBases {
  readonly channelId: number
  readonly address: string
  readonly outgoingNumber?: string | null
}

/** What preparing looks at of a principal. */
export type Submitter = Pick<Principal, 'clientId' | 'userId' | 'country' | 'priority'>

/** Chooses the route of a message. `to`: E.164 digits. */
export type RouteFor = (to: string, message: RoutedMessage) => string

export interface TemplateTools {
  readonly now: number
  readonly defaultValiditySeconds: number
  /** The channel for a `from`, or undefined when the client has none enabled. */
  channelFor(from: string | undefined): ChosenChannel | undefined
  readonly routeFor: RouteFor
  /** Whether a channel's own URL is also called when a network has taken a message. Absent: none is. */
  readonly wantsSent?: ((channelId: number) => boolean) | undefined
  /**
   * When the quiet hours end that a number has at a moment; undefined: it has none then. Absent: nothing is held. All
   * in milliseconds since the epoch.
   */
  readonly quietEnd?: ((to: string, moment: number) => number | undefined) | undefined
  /** Opted-out recipients get it as well. Absent: they do not. */
  readonly isUnblocked?: boolean
}

/** What is settled for a message by its request, and by hooks. */
export interface RequestTerms {
  readonly bulkId: string | undefined
  readonly speedId: number | null
  readonly pricePerPart: string | undefined
}

/** The channel that a message goes out from. Throws `forbidden`/`no-channel`. */
export function channelOf({ from }: SubmitMessage, tools: TemplateTools): ChosenChannel {
  const channel = tools.channelFor(from)
  if (channel === undefined) throw new GatewayError('forbidden', 'no-channel', 'No enabled channel to send from')
  return channel
}

/**
 * The template of a message, but for what its recipients may differ in. Throws `forbidden`/`no-channel` and
 * `invalid`/`bad-metadata`.
 */
export function makeTemplate(
  principal: Submitter,
  request: SubmitRequest,
  message: SubmitMessage,
  { bulkId, speedId, pricePerPart }: RequestTerms,
  tools: TemplateTools,
): CommonTemplate {
  const channel = channelOf(message, tools)
  const form = receiptFormOf(message)
  const sendAt = message.sendAt !== undefined && message.sendAt.getTime() > tools.now ? message.sendAt.getTime() : null
  return {
    clientId: principal.clientId,
    userId: principal.userId,
    channelId: channel.channelId,
    sender: senderOf(channel),
    priority: principal.priority ?? request.priority,
    flash: message.flash ?? false,
    receiptWebhook: message.receiptWebhook ?? true,
    notifyFormat: notifyCode(message, sentReceiptOf(message, channel, tools)),
    origin: request.origin,
    requestId: request.requestId ?? null,
    bulkId: bulkId ?? null,
    speedId,
    reference: message.reference ?? null,
    metadata: keptMetadata(message.metadata),
    notifyUrl: message.notifyUrl ?? null,
    notifyInstance: form?.instance ?? null,
    notifyContext: form?.context ?? null,
    acceptedAt: tools.now,
    sendAt,
    validitySeconds: message.validitySeconds ?? tools.defaultValiditySeconds,
    pricePerPart: pricePerPart ?? null,
    deliveryWindow: message.deliveryWindow === undefined ? null : formatDeliveryWindow(message.deliveryWindow),
    pushOn: pushCode(message.push),
    pushContext: message.push?.context ?? null,
    pushGroup: message.push?.sharedId ? {} : null,
    isUnblocked: tools.isUnblocked ?? false,
  }
}

/** The message itself decides; else its channel, for what goes to the URL of that. */
function sentReceiptOf(
  { notifyUrl, sentReceipt }: SubmitMessage,
  { channelId }: ChosenChannel,
  { wantsSent }: TemplateTools,
): boolean {
  return sentReceipt ?? (notifyUrl === undefined && wantsSent !== undefined && wantsSent(channelId))
}

/** How the interface writes the receipts itself; only when they go to a URL of the message. */
function receiptFormOf({ notifyFormat, notifyUrl }: SubmitMessage): ReceiptForm | undefined {
  return typeof notifyFormat === 'object' && notifyUrl !== undefined ? notifyFormat : undefined
}

/** Creates the function that finds a recipient's template: one for each route that recipients of the same text take. */
export function completeTemplates(
  common: CommonTemplate,
  tools: Pick<TemplateTools, 'routeFor'>,
): (recipient: string, text: MeasuredMessage) => Template {
  const { clientId, sender, priority } = common
  const byRoute = new Map<string, Template>()
  let last: MeasuredMessage | undefined
  return (to, text) => {
    if (text !== last) {
      byRoute.clear()
      last = text
    }
    const route = tools.routeFor(to, { clientId, sender, priority, parts: text.parts })
    let found = byRoute.get(route)
    if (found === undefined) {
      found = templateOf(common, text, route)
      byRoute.set(route, found)
    }
    return found
  }
}

/** One literal: copies of objects with so many properties take microseconds each. */
function templateOf(common: CommonTemplate, text: MeasuredMessage, route: string): Template {
  return {
    clientId: common.clientId,
    userId: common.userId,
    channelId: common.channelId,
    sender: common.sender,
    body: text.body,
    encoding: ENCODING_CODES[text.encoding],
    parts: text.parts,
    priority: common.priority,
    flash: common.flash,
    receiptWebhook: common.receiptWebhook,
    notifyFormat: common.notifyFormat,
    origin: common.origin,
    requestId: common.requestId,
    route,
    bulkId: common.bulkId,
    speedId: common.speedId,
    reference: common.reference,
    metadata: common.metadata,
    notifyUrl: common.notifyUrl,
    notifyInstance: common.notifyInstance,
    notifyContext: common.notifyContext,
    acceptedAt: common.acceptedAt,
    sendAt: common.sendAt,
    validitySeconds: common.validitySeconds,
    pricePerPart: common.pricePerPart,
    userDataHeader: text.userDataHeader,
    deliveryWindow: common.deliveryWindow,
    pushOn: common.pushOn,
    pushContext: common.pushContext,
    pushGroup: common.pushGroup,
    isUnblocked: common.isUnblocked,
  }
}
