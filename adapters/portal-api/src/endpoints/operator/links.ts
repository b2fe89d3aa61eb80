import type { LinkPdu, LinkRecord, QueueDepth } from '@heliograph/contracts'
import { formatLinkId } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, prioritySchema, timeSchema } from '../../schemas.ts'

export const queueDepthSchema = Type.Object(
  {
    priority: prioritySchema,
    messages: Type.Integer({
      description: 'Messages that are due and not settled, including those submitted over links.',
    }),
    oldestAt: timeSchema('When the oldest message became due.'),
  },
  { title: 'QueueDepth' },
)

const pduSchema = Type.Object(
  {
    at: timeSchema('When it was sent or received.'),
    direction: Type.Enum(['in', 'out'], { description: '`in`: sent by the network. `out`: sent by the gateway.' }),
    bind: Type.Enum(['transmitter', 'receiver', 'transceiver'], { description: 'Type of the bind.' }),
    peer: Type.String({ description: 'Host and port of the network.' }),
    command: Type.String({
      description: 'Command name: `submit_sm`, ... Hexadecimal if SMPP v3.4 does not define it.',
    }),
    status: Type.String({ description: 'Command status: `ESME_ROK`, ...' }),
    sequenceNumber: Type.Integer(),
    fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: 'Fields of the body, without empty ones.',
    }),
    octets: Type.String({ description: 'Hexadecimal bytes; redacted ones are shown as `**`. Long PDUs are cut off.' }),
    length: Type.Integer({ description: 'Length of the whole PDU in bytes.' }),
  },
  { title: 'LinkPdu' },
)

const linkSchema = Type.Object(
  {
    link: Type.String({ description: '`<instance>/<name>`.' }),
    node: nullable(Type.String(), 'Node that uses the link. Null if none does.'),
    state: Type.Enum(['standby', 'up', 'paused', 'connecting', 'refused', 'down'], {
      description:
        '`refused`: the network rejects the bind; an operator has to act. `paused`: the network asked to slow down. `standby`: no node uses the link.',
    }),
    detail: nullable(Type.String(), 'Most recent error or status.'),
    pause: nullable(
      Type.Object({
        at: timeSchema('When it was paused.'),
        by: Type.String({ description: 'E-mail address of the operator. Empty for commands on the server.' }),
      }),
      'Pause by an operator: the link stays connected, but nothing is submitted. Null if it is not paused.',
    ),
    figures: nullable(
      Type.Object(
        {
          window: Type.Integer({ description: 'Maximum number of outstanding parts.' }),
          outstanding: Type.Integer({ description: 'Submitted parts that await a response.' }),
          partsPerSecond: Type.Number({ description: 'Rate limit. 0 for none.' }),
          throttles: Type.Integer({ description: 'Throttling responses of the network since the node started.' }),
          binds: Type.Object({ bound: Type.Integer(), all: Type.Integer() }),
          receipts: Type.Object({
            matched: Type.Integer({ description: 'Receipts matched to a message since the node started.' }),
            unmatched: Type.Integer({ description: 'Receipts that match no message so far.' }),
          }),
        },
        { title: 'LinkFigures' },
      ),
      'As of the last heartbeat of the node, a few seconds ago. Null if no node uses the link.',
    ),
    pdus: Type.Array(pduSchema, {
      description: 'Most recent PDUs, newest first, up to 20 KB. Empty unless the link is configured to keep them.',
    }),
    routes: Type.Array(Type.String(), { description: 'Routes that use this link.' }),
    waiting: Type.Array(queueDepthSchema, {
      description: 'Messages that wait for its routes, most urgent first.',
    }),
  },
  { title: 'Link' },
)

const listLinks = defineEndpoint({
  method: 'GET',
  path: '/operator/links',
  id: 'listLinks',
  summary: 'Link status across all nodes',
  roles: ['operator'],
  answer: Type.Object({ records: Type.Array(linkSchema), next: nullable(Type.Integer()) }, { title: 'LinkList' }),
  async handle({ services }, { self }) {
    return { records: (await services.links.list(self)).map(formatLink), next: null }
  },
})

const hourSchema = Type.Object(
  {
    link: Type.String(),
    since: timeSchema('When the first minute began.'),
    minutes: Type.Array(
      Type.Union([
        Type.Object(
          {
            taken: Type.Integer({ description: 'Messages accepted by the network.' }),
            failed: Type.Integer({ description: 'Messages rejected, deferred or not answered in time.' }),
            outstanding: Type.Integer({ description: 'Highest number of outstanding parts.' }),
            window: Type.Integer({ description: 'Maximum number of outstanding parts allowed.' }),
          },
          { title: 'LinkMinute' },
        ),
        Type.Null(),
      ]),
      { description: 'The last 60 full minutes, oldest first. Null for minutes in which no node had the link.' },
    ),
  },
  { title: 'LinkHour' },
)

const listLinkHours = defineEndpoint({
  method: 'GET',
  path: '/operator/links/hours',
  id: 'listLinkHours',
  summary: 'Link throughput of the last hour by minute, across all nodes',
  roles: ['operator'],
  answer: Type.Object({ records: Type.Array(hourSchema), next: nullable(Type.Integer()) }, { title: 'LinkHourList' }),
  async handle({ services }, { self }) {
    const hours = await services.links.hours(self)
    const records = hours.map(({ link, since, minutes }) => ({
      link,
      since: since.toISOString(),
      minutes: minutes.map((minute) => minute && { ...minute }),
    }))
    return { records, next: null }
  },
})

const linkParams = Type.Object({
  instance: Type.String({ description: 'Instance: the part of `link` before the slash.' }),
  name: Type.String({ description: 'Name: the part of `link` after the slash.' }),
})

const pauseLink = defineEndpoint({
  method: 'POST',
  path: '/operator/links/:instance/:name/pause',
  id: 'pauseLink',
  summary: 'Pause a link on all nodes. Messages take other links of their route, or wait',
  roles: ['operator'],
  params: linkParams,
  errors: ['not-found'],
  async handle({ services }, { self, params }) {
    await services.links.pause(self, formatLinkId(params.instance, params.name))
    return undefined
  },
})

const resumeLink = defineEndpoint({
  method: 'POST',
  path: '/operator/links/:instance/:name/resume',
  id: 'resumeLink',
  summary: 'Resume a link',
  roles: ['operator'],
  params: linkParams,
  errors: ['not-found'],
  async handle({ services }, { self, params }) {
    await services.links.resume(self, formatLinkId(params.instance, params.name))
    return undefined
  },
})

function formatLink({ pause, pdus, routes, waiting, ...link }: LinkRecord): Static<typeof linkSchema> {
  return {
    ...link,
    pause: pause && { at: pause.at.toISOString(), by: pause.by },
    pdus: pdus.map(formatPdu),
    routes: [...routes],
    waiting: waiting.map(formatDepth),
  }
}

function formatPdu({ at, fields, ...pdu }: LinkPdu): Static<typeof pduSchema> {
  return { ...pdu, at: at.toISOString(), fields: [...fields] }
}

export function formatDepth({ priority, messages, oldestAt }: QueueDepth): Static<typeof queueDepthSchema> {
  return { priority, messages, oldestAt: oldestAt.toISOString() }
}

/** Links, for operators. */
export const linkEndpoints = [listLinks, listLinkHours, pauseLink, resumeLink]
