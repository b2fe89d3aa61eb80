import type { GatewayPlan } from '../gateway/gateway-plan.ts'

/** The two HTTP servers. */
export const SERVERS = ['uws', 'node'] as const

export type ServerName = (typeof SERVERS)[number]

/** Instance of the e-mail interface, and its domain. */
export const EMAIL = 'email'
export const MAIL_DOMAIN = 'sms.example.com'

/** What the uploads of a client may take: the least that can be set, so that it is soon reached. */
export const UPLOAD_MEBIBYTES = 64

/** Channels get the numbers after this one. */
export const CLIENT_NUMBER = 27_820_100_000

const INTERFACES = [
  'accounting',
  'basic',
  'desktop',
  'erp-a',
  'erp-b',
  'infobip',
  'jasmin',
  'kannel-sendsms',
  'legacy',
  'portal-api',
  'queue-platform',
  'soap',
  'subscription-web',
  'twilio',
]

/**
 * Every interface, on one of the servers. This machine is a trusted proxy, so that attackers may claim any address;
 * webhooks may go to it.
 */
export function planOf(server: ServerName): GatewayPlan {
  const local = { port: 0, host: '127.0.0.1' }
  return {
    smppServer: true,
    simulator: { submitDelayMs: 0, receiptDelayMs: 0, receipts: true },
    sections: {
      http: { ...local, server, trustedProxies: ['127.0.0.1'] },
      webhooks: { allowNetworks: ['127.0.0.0/8'] },
      limits: { uploadMebibytes: UPLOAD_MEBIBYTES },
    },
    instances: {
      ...Object.fromEntries(INTERFACES.map((name) => [name, { use: `@heliograph/adapter-${name}` }])),
      [EMAIL]: { use: '@heliograph/adapter-email', config: { ...local, domain: MAIL_DOMAIN } },
    },
  }
}
