import type { CarrierLink, NetworkIncoming, OutgoingMessage, Plugin, RouteSpec } from '@heliograph/contracts'
import type { AnyPluginModule } from '../../src/conformance/carrier-kit.ts'
import cloud from '../fixtures/carrier-cloud/src/index.ts'

type Context = Parameters<typeof cloud.create>[0]

/** One fault of a carrier of rich content, and the check that has to notice it. */
export interface ContentFault {
  readonly name: string
  /** What of the good instance is another. */
  readonly plugin?: (good: Plugin) => Partial<Plugin>
  /** What the instance sees of its context. */
  readonly context?: (context: Context) => Partial<Context['services']>
  readonly fails: string
  readonly because: RegExp
}

/** The carrier with a fault. */
export function faultyCloud({ context, plugin }: Pick<ContentFault, 'context' | 'plugin'>): AnyPluginModule {
  return {
    ...cloud,
    create(given: Context, config: never) {
      const services = { ...given.services, ...context?.(given) }
      const good = cloud.create({ ...given, services }, config)
      return { ...good, ...plugin?.(good) }
    },
  } as AnyPluginModule
}

const withLink = (change: (good: CarrierLink) => Partial<CarrierLink>) => (good: Plugin) => {
  const link = good.carrier?.links[0] as CarrierLink
  return { carrier: { links: [{ ...link, ...change(link) }] } }
}

/** The link sends something else instead of the message. */
const sending = (change: (message: OutgoingMessage) => OutgoingMessage) =>
  withLink((good) => ({ submit: (message) => good.submit(change(message)) }))

const declaring = (change: Partial<Record<keyof NonNullable<CarrierLink['capabilities']>, unknown>>) =>
  withLink((good) => ({ capabilities: { ...good.capabilities, ...change } as never }))

/** Messages reach the gateway in another form. */
const receiving = (change: (message: NetworkIncoming) => NetworkIncoming) => (context: Context) => {
  const { network } = context.services
  return { network: { ...network, incoming: (message: NetworkIncoming) => network.incoming(change(message)) } }
}

const sends = (kind: string) => `a link that declares ${kind} sends it`
const DECLARED = 'links declare what there is'
const REPORTED = 'callbacks report reads and attachments as links declare'

export const CONTENT_FAULTS: readonly ContentFault[] = [
  {
    name: 'a kind of content that there is not',
    plugin: declaring({ content: ['template', 'poll'] }),
    fails: DECLARED,
    because: /kinds of content that there are not/,
  },
  {
    name: 'a kind twice',
    plugin: declaring({ content: ['template', 'template'] }),
    fails: DECLARED,
    because: /declares a kind twice/,
  },
  {
    name: 'half a declaration',
    plugin: declaring({ read: undefined }),
    fails: DECLARED,
    because: /does not say whether it can/,
  },
  {
    name: 'reads over a link without receipts',
    plugin: withLink(() => ({ receipts: 'none' })),
    fails: DECLARED,
    because: /reports reads, but has no receipts/,
  },
  {
    name: 'the text instead of a template',
    plugin: sending(({ content, ...message }) => message),
    fails: sends('template'),
    because: /does not send all of a template/,
  },
  {
    name: 'a template without its values',
    plugin: sending((message) =>
      message.content?.kind === 'template' ? { ...message, content: { ...message.content, parameters: [] } } : message,
    ),
    fails: sends('template'),
    because: /'KitFirst'/,
  },
  {
    name: 'buttons of which the last is missing',
    plugin: sending((message) => {
      if (message.content?.kind !== 'buttons') return message
      return { ...message, content: { ...message.content, buttons: message.content.buttons.slice(0, -1) } }
    }),
    fails: sends('buttons'),
    because: /'KitMap'/,
  },
  {
    name: 'a picture without its caption',
    plugin: sending((message) =>
      message.content?.kind === 'media' ? { ...message, content: { ...message.content, caption: undefined } } : message,
    ),
    fails: sends('media'),
    because: /'KitCaption'/,
  },
  {
    name: 'files of the gateway that it does not read',
    context: ({ services }) => ({ blobs: { ...services.blobs, get: async () => undefined } }),
    fails: sends('media'),
    because: /does not take media from a file/,
  },
  {
    name: 'an outcome for each part of a content',
    plugin: withLink((good) => ({
      submit: async (message) => {
        const outcomes = await good.submit(message)
        return message.content === undefined ? outcomes : [...outcomes, ...outcomes]
      },
    })),
    fails: sends('template'),
    because: /one outcome for the whole message/,
  },
  {
    name: 'a kind that it refuses',
    plugin: withLink((good) => ({
      submit: async (message) =>
        message.content?.kind === 'buttons'
          ? [{ kind: 'refused', fault: 'route', status: 'BUTTONS' }]
          : good.submit(message),
    })),
    fails: sends('buttons'),
    because: /does not take buttons/,
  },
  {
    name: 'reads that it does not declare',
    plugin: declaring({ read: false }),
    fails: REPORTED,
    because: /report more or less/,
  },
  {
    name: 'reads that it declares and swallows',
    context: ({ services: { network } }) => ({
      network: {
        ...network,
        receipt: async (receipt) => (receipt.status === 'read' ? undefined : network.receipt(receipt)),
      },
    }),
    fails: REPORTED,
    because: /report more or less/,
  },
  {
    name: 'attachments that it does not declare',
    plugin: declaring({ inboundMedia: false }),
    fails: REPORTED,
    because: /report more or less/,
  },
  {
    name: 'pictures that it leaves out',
    context: receiving(({ attachments, ...message }) => message),
    fails: REPORTED,
    because: /report more or less/,
  },
  {
    name: "the network's id of a file instead of the gateway's",
    context: receiving((message) => (message.attachments ? { ...message, attachments: ['file-1'] } : message)),
    fails: REPORTED,
    because: /an attachment is no file: file-1/,
  },
  {
    name: 'messages that are lost with their files',
    context: ({ services: { blobs } }) => ({
      blobs: { ...blobs, put: (...given) => blobs.put(...given).catch(asUnavailable) },
    }),
    fails: 'a message is taken without what cannot be kept',
    because: /the message is lost with its file/,
  },
  {
    name: 'files that are lost while they cannot be kept',
    context: ({ services: { blobs } }) => ({
      blobs: { ...blobs, put: (...given) => blobs.put(...given).catch(asFull) },
    }),
    fails: 'a message is not acknowledged while its attachments cannot be kept',
    because: /the network will not call again/,
  },
  {
    name: 'an acknowledgement whatever happened to its files',
    plugin: ({ routes }) => {
      const [route] = routes as readonly [RouteSpec]
      const handler: RouteSpec['handler'] = async (request) => {
        try {
          return await route.handler(request)
        } catch (error) {
          if ((error as { category?: string }).category === 'unavailable') return { status: 200 }
          throw error
        }
      }
      return { routes: [{ ...route, handler }] }
    },
    fails: 'a message is not acknowledged while its attachments cannot be kept',
    because: /answered with 200/,
  },
]

function asUnavailable(error: unknown): never {
  throw Object.assign(error as object, { category: 'unavailable' })
}

function asFull(error: unknown): never {
  throw Object.assign(error as object, { category: 'conflict' })
}
