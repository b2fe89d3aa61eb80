import {
  API_VERSION,
  createRequestIdSource,
  defineAdapter,
  type EventListener,
  type OwnListener,
} from '@heliograph/contracts'
import { isLoopback } from '@heliograph/messaging'
import { mailEvents } from '@heliograph/wire'
import { type EmailConfig, emailConfigSchema } from './config.ts'
import { createServerMetrics } from './metrics.ts'
import { comparableDomain } from './recipient.ts'
import { createReplies } from './replies.ts'
import { createSenders } from './senders.ts'
import { EmailServer } from './server.ts'
import { type EmailServices, emailDependencies } from './services.ts'

/** Returns one listener, or two with `tls.port`. Both show the certificate, the first after STARTTLS. */
function ownListeners({ host, port }: EmailConfig, tls: EmailConfig['tls']): readonly OwnListener[] {
  const plain = { path: '', host, port, certificate: tls?.cert }
  return tls?.port === undefined ? [plain] : [plain, { path: 'tls', host, port: tls.port, certificate: tls.cert }]
}

/** Checks what the schema cannot express. Throws an `Error` that names the field. */
function checkConfig({ host, replies, senders, tls }: EmailConfig, { mail }: EmailServices): void {
  if (tls === undefined && senders.length === 0 && !isLoopback(host))
    throw new Error('no one could send: set tls so that users can log in, or set senders, or listen on 127.0.0.1')
  if (replies !== undefined && mail === undefined)
    throw new Error('replies needs a plugin that sends mail, @heliograph/mail-forward for instance')
}

/** How many mails with answers of contacts are sent at the same time. */
const REPLIES_AT_ONCE = 5

/** E-mail to SMS: an SMTP server whose addresses are phone numbers. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'email',
  version: '0.1.0',
  configSchema: emailConfigSchema,
  capabilities: { submit: true, http: false, receipts: 'none', incoming: false },
  liveKeys: ['tls.cert', 'tls.key'],
  deps: emailDependencies,
  create({ clock, instanceId, logger, metrics, services }, config) {
    checkConfig(config, services)
    const domain = comparableDomain(config.domain)
    const { events, mail, state } = services
    const replies = config.replies && createReplies({ state: state.of(instanceId), clock, domain, ...config.replies })
    const server: EmailServer = new EmailServer({
      config,
      domain,
      services,
      clock,
      logger,
      metrics: createServerMetrics(metrics, {
        connections: () => server.connections,
        strangers: () => server.strangers,
      }),
      senderKey: createSenders(config.senders),
      makeRequestId: createRequestIdSource(),
      replies,
    })
    let listener: EventListener | undefined
    let { tls } = config
    return {
      async start(signal) {
        await server.start(signal)
        if (replies === undefined || mail === undefined) return
        const handler = mailEvents({ mail, clock, logger, atOnce: REPLIES_AT_ONCE, mailOf: replies.mailOf })
        listener = await events.subscribe({ name: instanceId, kinds: ['sms-received'], handler })
      },
      async stop(signal) {
        await listener?.stop()
        listener = undefined
        await server.stop(signal)
      },
      health: () => server.health(),
      address: () => server.address,
      reconfigure(changed) {
        const { tls: renewed } = changed as EmailConfig
        if (renewed !== undefined) server.useTls(renewed)
        tls = renewed
      },
      get listeners() {
        return ownListeners(config, tls)
      },
    }
  },
})
