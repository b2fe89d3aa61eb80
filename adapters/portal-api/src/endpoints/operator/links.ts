import type { LinkPdu, LinkRecord, QueueDepth } from '@heliograph/contracts'
import { formatLinkId } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, prioritySchema, timeSchema } from '../../schemas.ts'

export const queueDepthSchema = Type.Object(
  {
    priority: prioritySchema,
    messages: Type.Integer({ description: 'Due and not settled, those in the hands of links among them.' }),
    oldestAt: timeSchema('When the oldest was due.'),
  },
  { title: 'QueueDepth' },
)

const pduSchema = Type.Object(
  {
    at: timeSchema('When it was read or written.'),
    direction: Type.Enum(['in', 'out'], { description: '`in`: the network sent it.' }),
    bind: Type.Enum(['transmitter', 'receiver', 'transceiver'], { description: 'The connection it went over.' }),
    peer: Type.String({ description: 'Host and port of the other side.' }),
    command: Type.String({ description: '`submit_sm`, ...; in hexadecimal where SMPP v3.4 has none of that id.' }),
    status: Type.String({ description: '`ESME_ROK`, ...' }),
    sequenceNumber: Type.Integer(),
    fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: 'What stands behind the header, without what is empty.',
    }),
    octets: Type.String({ description: 'In hexadecimal, `**` for each that is blanked; of a long PDU the beginning.' }),
    length: Type.Integer({ description: 'Octets of the whole PDU.' }),
  },
  { title: 'LinkPdu' },
)

const linkSchema = Type.Object(
  {
    link: Type.String({ description: '`<instance>/<name>`.' }),
    node: nullable(Type.String(), 'Name of the node that uses it; null while none does.'),
    state: Type.Enum(['standby', 'up', 'paused', 'connecting', 'refused', 'down'], {
      description:
        '`refused`: the network does not let us in, an operator has to act. `paused`: it asked us to slow down. `standby`: no node uses it.',
    }),
    detail: nullable(Type.String(), 'The last error or status, for people.'),
    pause: nullable(
      Type.Object({
        at: timeSchema('Since when.'),
        by: Type.String({ description: 'E-mail of the operator, empty when it was a command on the server.' }),
      }),
      'An operator lets it rest: it stays connected, and nothing is handed to it. Null: none does.',
    ),
    figures: nullable(
      Type.Object(
        {
          window: Type.Integer({ description: 'Parts it takes at once.' }),
          outstanding: Type.Integer({ description: 'Parts handed over and not answered.' }),
          partsPerSecond: Type.Number({ description: '0: no limit.' }),
          throttles: Type.Integer({ description: 'Times the network said "too fast" since the start of the node.' }),
          binds: Type.Object({ bound: Type.Integer(), all: Type.Integer() }),
          receipts: Type.Object({
            matched: Type.Integer({ description: 'Since the start of the node.' }),
            unmatched: Type.Integer({ description: 'Those that fit no message so far.' }),
          }),
        },
        { title: 'LinkFigures' },
      ),
      'As of the last sign of life of the node, at most some seconds old; null while none uses it.',
    ),
    pdus: Type.Array(pduSchema, {
      description: 'The last PDUs of a link that is set to keep them, newest first, as many as are 20 KB.',
    }),
    routes: Type.Array(Type.String(), { description: 'Routes it serves.' }),
    waiting: Type.Array(queueDepthSchema, {
      description: 'What waits for the links of its routes, most urgent first.',
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
    since: timeSchema('When its first minute began.'),
    minutes: Type.Array(
      Type.Union([
        Type.Object(
          {
            taken: Type.Integer({ description: 'Messages that the network took.' }),
            failed: Type.Integer({ description: 'Those that it refused, put off, or did not answer in time.' }),
            outstanding: Type.Integer({ description: 'The most parts that were handed over and not answered.' }),
            window: Type.Integer({ description: 'How many may be.' }),
          },
          { title: 'LinkMinute' },
        ),
        Type.Null(),
      ]),
      { description: 'The last 60 that are over, oldest first; null: no node had the link.' },
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
      ...{ link, since: since.toISOString() },
      minutes: minutes.map((minute) => minute && { ...minute }),
    }))
    return { records, next: null }
  },
})

const linkParams = Type.Object({
  instance: Type.String({ description: 'What stands before the slash in `link`.' }),
  name: Type.String({ description: 'What stands behind it.' }),
})

const pauseLink = defineEndpoint({
  method: 'PUT',
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
  method: 'DELETE',
  path: '/operator/links/:instance/:name/pause',
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
