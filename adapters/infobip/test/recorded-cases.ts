import type { AdapterCase, TestRequest } from '@heliograph/testkit'
import { recordedReads } from './recorded-reads.ts'
import { ACCEPTED, NOT_SERVED_LOG, OK } from './requests.ts'
import { type UseName, usesOf } from './uses.ts'

// What Infobip's own clients for Java, Python and Go (2025 and 2026) send in their public test suites and examples.

const window = {
  days: ['MONDAY', 'SUNDAY'],
  from: { hour: 12, minute: 10 },
  to: { hour: 20, minute: 15 },
}

const FULL_TEXT: TestRequest = {
  path: '/sms/3/messages',
  json: {
    messages: [
      {
        sender: 'Info',
        destinations: [{ to: '385991112222', messageId: 'abc123' }, { to: '385911231234' }],
        content: {
          text: 'Laku noć',
          transliteration: 'CENTRAL_EUROPEAN',
          language: { languageCode: 'AUTODETECT' },
        },
        options: { validityPeriod: { amount: 720, timeUnit: 'HOURS' }, campaignReferenceId: 'summersale' },
        webhooks: {
          delivery: { url: 'https://www.example.com/sms/advanced', intermediateReport: true },
          contentType: 'application/json',
          callbackData: 'transactionId=100',
        },
      },
      {
        sender: 'Info',
        destinations: [{ to: '385991112222' }],
        content: { text: 'Laku noć' },
        options: { deliveryTimeWindow: window },
      },
    ],
    options: {
      schedule: { bulkId: 'BULK-ID-123-xyz', sendAt: '2023-08-01T16:10:00.000+0530' },
      tracking: {
        shortenUrl: true,
        trackClicks: false,
        trackingUrl: 'https://ib.com',
        removeProtocol: true,
        customDomain: 'example.com',
      },
      includeSmsCountInResponse: true,
      conversionTracking: { useConversionTracking: true, conversionTrackingName: 'MY_CAMPAIGN' },
    },
  },
}

const FULL_BINARY: TestRequest = {
  path: '/sms/3/messages',
  json: {
    messages: [
      {
        sender: 'InfoSMS',
        destinations: [{ to: '41793026727', messageId: 'MESSAGE-ID-123-xyz' }, { to: '41793026834' }],
        content: { hex: '54 65 73 74 20 6d 65 73 73 61 67 65 2e', dataCoding: 0, esmClass: 0 },
        options: { validityPeriod: { amount: 720, timeUnit: 'HOURS' } },
      },
    ],
    options: { schedule: { bulkId: 'BULK-ID-123-xyz', sendAt: '2019-11-09T16:00:00.000+0000' } },
  },
}

const FLASH_BINARY: TestRequest = {
  path: '/sms/3/messages',
  json: {
    messages: [
      {
        sender: 'InfoSMS',
        destinations: [{ to: '41793026727' }],
        content: { hex: '0048 0065 006c 006c 006f 0020 039a 03b1 03bb', dataCoding: 8, esmClass: 0 },
        options: { flash: true },
      },
    ],
  },
}

const PLATFORM: TestRequest = {
  path: '/sms/3/messages',
  json: {
    messages: [
      {
        sender: 'InfoSMS',
        destinations: [{ to: '41793026727' }],
        content: { text: 'This is a sample message' },
        options: { platform: { applicationId: 'given_application_id', entityId: 'given_entity_id' } },
      },
    ],
  },
}

/** The example of the client for Go. */
const GO: TestRequest = {
  path: '/sms/3/messages',
  json: {
    messages: [
      {
        content: { text: 'Congratulations on sending your first message with GO library.' },
        destinations: [{ to: '41793026727' }],
        sender: 'InfoSMS',
      },
    ],
  },
}

/** Of the client for Java until its version 5. */
const BINARY_OF_VERSION_2: TestRequest = {
  path: '/sms/2/binary/advanced',
  json: {
    messages: [
      {
        from: 'InfoSMS',
        destinations: [{ to: '41793026727', messageId: 'MESSAGE-ID-123-xyz' }, { to: '41793026834' }],
        binary: { hex: '54 65 73 74 20 6d 65 73 73 61 67 65 2e', dataCoding: 0, esmClass: 0 },
        intermediateReport: true,
        notifyUrl: 'https://www.example.com/sms/advanced',
        notifyContentType: 'application/json',
        callbackData: 'DLR callback data',
        validityPeriod: 720,
      },
      {
        from: '41793026700',
        destinations: [{ to: '41793026700' }],
        binary: { hex: '54 65 73 74 20 6d 65 73 73 61 67 65 2e', dataCoding: 0, esmClass: 0 },
        sendAt: '2021-08-08T16:10:00.000+0500',
        deliveryTimeWindow: {
          from: { hour: 6, minute: 0 },
          to: { hour: 15, minute: 30 },
          days: ['MONDAY', 'TUESDAY', 'WEDNESDAY'],
        },
        regional: { indiaDlt: { contentTemplateId: 'contentTemplateId', principalEntityId: 'givenPrincipalEntityId' } },
      },
    ],
    bulkId: 'BULK-ID-123-xyz',
    sendingSpeedLimit: { amount: 10, timeUnit: 'HOUR' },
  },
}

const SYMFONY: TestRequest = {
  path: '/sms/2/text/advanced',
  json: { messages: [{ from: '0611223344', destinations: [{ to: '33611223344' }], text: 'Hello!' }] },
}

const recordedSends: readonly AdapterCase[] = [
  {
    name: 'recorded: a text with all that there is',
    request: FULL_TEXT,
    expect: {
      ...OK,
      body: {
        bulkId: 'BULK-ID-123-xyz',
        messages: [
          { messageId: 'abc123', status: ACCEPTED, destination: '385991112222', details: { messageCount: 1 } },
          { status: ACCEPTED, destination: '385911231234' },
          { status: ACCEPTED, destination: '385991112222' },
        ],
      },
      submitted: [
        { text: 'Laku noc', reference: 'transactionId=100', validitySeconds: 172_800, state: 'queued' },
        { to: '385911231234' },
        { notifyUrl: null },
      ],
      logs: Array.from({ length: 2 }, () => NOT_SERVED_LOG),
    },
  },
  {
    name: 'recorded: octets that are text',
    request: FULL_BINARY,
    expect: {
      ...OK,
      body: { messages: [{ messageId: 'MESSAGE-ID-123-xyz', status: ACCEPTED }, { status: ACCEPTED }] },
      submitted: [{ text: 'Test message.' }, { to: '41793026834' }],
    },
  },
  {
    name: 'recorded: flash in UCS-2',
    request: FLASH_BINARY,
    expect: { ...OK, submitted: [{ text: 'Hello Καλ', flash: true, encoding: 'ucs2' }] },
  },
  {
    name: 'recorded: a text of an application and an entity',
    request: PLATFORM,
    expect: { ...OK, submitted: [{ text: 'This is a sample message' }] },
  },
  {
    name: 'recorded: the example of the client for Go',
    request: GO,
    expect: { ...OK, submitted: [{ text: 'Congratulations on sending your first message with GO library.' }] },
  },
  {
    name: 'recorded: octets of version 2 with all that there is',
    request: BINARY_OF_VERSION_2,
    expect: {
      ...OK,
      body: {
        bulkId: 'BULK-ID-123-xyz',
        messages: [
          { messageId: 'MESSAGE-ID-123-xyz', status: ACCEPTED, to: '41793026727' },
          { status: ACCEPTED, to: '41793026834' },
          { status: ACCEPTED, to: '41793026700' },
        ],
      },
      submitted: [
        { text: 'Test message.', reference: 'DLR callback data', validitySeconds: 43_200 },
        { to: '41793026834', speedLimit: { parts: 10, seconds: 3_600 } },
        { notifyUrl: null },
      ],
      logs: [NOT_SERVED_LOG],
    },
  },
  {
    name: 'recorded: what the Notifier of Symfony sends',
    request: SYMFONY,
    expect: { ...OK, body: { messages: [{ to: '33611223344', status: ACCEPTED }] }, submitted: [{ text: 'Hello!' }] },
  },
]

const RECORDED: Readonly<Partial<Record<UseName, readonly AdapterCase[]>>> = {
  'Sends texts, octets and by query': recordedSends,
  ...recordedReads,
}

/** Requests of clients that others wrote. */
export const recordedCases: readonly AdapterCase[] = usesOf('recorded').flatMap((name) => {
  const cases = RECORDED[name]
  if (cases === undefined) throw new Error(`nothing is recorded of: ${name}`)
  return cases
})
