import { type AdapterCase, MANUAL_CLOCK_START, THERE } from '@heliograph/testkit'
import { ACCOUNT, failure, HERE, INSTANCE, MESSAGES, refuses, SERVICE, send, sends, sidOf } from './interface.ts'

const NOW = '2026-01-05T09:00:00Z'
const at = (seconds: number) => new Date(MANUAL_CLOCK_START + seconds * 1_000)
const iso = (seconds: number) => at(seconds).toISOString()
const rfc2822 = (seconds: number) => at(seconds).toUTCString().replace('GMT', '+0000')

const SCHEDULED = { ScheduleType: 'fixed', SendAt: iso(3_600) }

// spec: Twilio: messages | endpoint | POST /2010-04-01/Accounts/{Sid}/Messages.json -> sends a text, and shows the message as it is there
// spec: Twilio: messages | field | To -> sends a text, and shows the message as it is there
// spec: Twilio: messages | field | From -> sends a text, and shows the message as it is there
// spec: Twilio: messages | field | Body -> sends a text, and shows the message as it is there
// spec: Twilio: messages | field | MessagingServiceSid -> a service: one of its senders
// spec: Twilio: messages | rule | MessagingServiceSid in From -> a service in place of the sender
// spec: Twilio: messages | field | StatusCallback -> StatusCallback
// spec: Twilio: messages | field | ValidityPeriod -> ValidityPeriod
// spec: Twilio: messages | field | ScheduleType=fixed with SendAt -> a schedule
// spec: Twilio: messages | limit | Body: 1,600 characters -> a text of more than 1,600 characters
// spec: Twilio: messages | status | 201 with the message -> sends a text, and shows the message as it is there
// spec: Twilio: messages | error | 21211 for a recipient that is no number -> a recipient that is no number
// spec: Twilio: messages | error | 21602 without a text -> no text
// spec: Twilio: messages | error | 21604 without a recipient -> no recipient
// spec: Twilio: messages | error | 21606 for a sender of others -> a sender that the client does not have
// spec: Twilio: messages | error | 21610 for a recipient who has opted out -> a recipient who has opted out
// spec: Twilio: messages | error | 21617 for a long text -> a text of more than 1,600 characters
// spec: Twilio: messages | error | 21701 for an unknown service -> a service that there is not
// spec: Twilio: messages | error | 35111 without SendAt -> a schedule without its time

/** `POST .../Messages.json`. */
export const sendCases: readonly AdapterCase[] = [
  {
    name: 'sends a text, and shows the message as it is there',
    request: send(),
    expect: {
      status: 201,
      body: {
        account_sid: ACCOUNT,
        api_version: '2010-04-01',
        body: 'Hello',
        date_created: rfc2822(0),
        date_sent: null,
        date_updated: rfc2822(0),
        direction: 'outbound-api',
        error_code: null,
        error_message: null,
        from: `+${HERE}`,
        messaging_service_sid: null,
        num_media: '0',
        num_segments: '1',
        price: null,
        price_unit: null,
        sid: sidOf(1),
        status: 'queued',
        subresource_uris: { media: `/2010-04-01/Accounts/${ACCOUNT}/Messages/${sidOf(1)}/Media.json` },
        to: `+${THERE}`,
        uri: `/2010-04-01/Accounts/${ACCOUNT}/Messages/${sidOf(1)}.json`,
      },
      submitted: [
        {
          to: THERE,
          from: HERE,
          text: 'Hello',
          origin: 'twilio',
          notifyUrl: null,
          scheduledAt: null,
          priority: 'NORMAL',
        },
      ],
    },
  },
  sends('a long text has its segments as text', { Body: 'x'.repeat(161) }, { parts: 2 }, { num_segments: '2' }),
  sends('a text of 1,600 characters', { Body: 'ж'.repeat(1_600) }, { parts: 24 }),
  sends('without a sender the default channel sends', { From: undefined }, { from: HERE }),
  sends('a number without its plus', { To: THERE, From: HERE }, { to: THERE, from: HERE }),
  sends('parameters that are of no use here are ignored', { SmartEncoded: 'true', Attempt: '1', Channel: 'sms' }, {}),
  sends('ValidityPeriod', { ValidityPeriod: '90' }, { validitySeconds: 90 }),
  sends(
    'StatusCallback',
    { StatusCallback: 'https://client.example/s?a=1' },
    {
      notifyUrl: 'https://client.example/s?a=1',
      notifyFormat: { instance: INSTANCE, context: '{}' },
    },
  ),
  sends(
    'a schedule',
    SCHEDULED,
    { scheduledAt: at(3_600), state: 'scheduled' },
    { status: 'scheduled', date_sent: null },
  ),
  sends(
    'a service: one of its senders',
    { From: undefined, MessagingServiceSid: SERVICE },
    { from: HERE },
    { from: `+${HERE}`, messaging_service_sid: SERVICE, status: 'accepted' },
  ),
  sends('a service in place of the sender', { From: SERVICE }, { from: HERE }, { messaging_service_sid: SERVICE }),
  sends(
    'a sender beside a service',
    { MessagingServiceSid: SERVICE },
    { from: HERE },
    { messaging_service_sid: SERVICE },
  ),
  refuses('no recipient', { To: undefined }, 21604),
  refuses('a recipient that is no number', { To: 'jo' }, 21211),
  refuses('a recipient on another channel', { To: `whatsapp:+${THERE}` }, 21211),
  refuses('no text', { Body: undefined }, 21602),
  refuses('an empty text', { Body: '' }, 21602),
  refuses('a text of more than 1,600 characters', { Body: 'x'.repeat(1_601) }, 21617),
  refuses('a sender that the client does not have', { From: '+15005550006' }, 21606),
  refuses('a service that there is not', { MessagingServiceSid: `MG${'0'.repeat(32)}` }, 21701),
  refuses('an invalid service', { MessagingServiceSid: 'marketing' }, 21705),
  ...['client.example', 'ftp://client.example/', 'https://jo:secret@client.example/', 'https://', 'x'].map((url) =>
    refuses(`StatusCallback: ${url}`, { StatusCallback: url }, 21609),
  ),
  ...['0', '36001', '1.5', 'long', '-1'].map((value) =>
    refuses(`ValidityPeriod: ${value}`, { ValidityPeriod: value }, 21624),
  ),
  refuses('a schedule without its time', { ScheduleType: 'fixed' }, 35111),
  ...[iso(299), iso(35 * 86_400 + 1), 'tomorrow', '2026-02-30T00:00:00Z'].map((time) =>
    refuses(`a schedule for ${time}`, { ScheduleType: 'fixed', SendAt: time }, 35114),
  ),
  refuses('a schedule of another type', { ...SCHEDULED, ScheduleType: 'weekly' }, 20400),
  refuses('a time without a schedule is not sent at once', { SendAt: NOW }, 20400),
  refuses('media', { MediaUrl: 'https://client.example/a.png' }, 20400),
  refuses('a content template', { ContentSid: `HX${'0'.repeat(32)}` }, 20400),
  sends('a text that is to be kept as usual', { ContentRetention: 'retain', AddressRetention: 'retain' }, {}),
  refuses('a text that is to be discarded', { ContentRetention: 'discard' }, 20400),
  refuses('a number that is to be obfuscated', { AddressRetention: 'obfuscate' }, 20400),
  {
    name: 'a recipient who has opted out',
    before: ({ engine, account }) => void engine.contacts.set(account.clientId, THERE, 'opted-out', { kind: 'web' }),
    request: send(),
    expect: failure(400, 21610),
  },
  {
    name: 'no channel to send from',
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
    request: send({ From: undefined }),
    expect: failure(403, 20403),
  },
  {
    name: 'JSON is no form',
    request: { method: 'POST', path: MESSAGES, json: { To: THERE, Body: 'Hello' } },
    expect: failure(400, 21604),
  },
  {
    name: 'parameters in the query are not read',
    request: { method: 'POST', path: MESSAGES, query: { To: THERE, Body: 'Hello' } },
    expect: failure(400, 21604),
  },
]
