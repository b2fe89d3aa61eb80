import type { LoadJob, RequestKind } from './job.ts'

/**
 * Builds the octets of requests. Each connection has its own, because one buffer may still be in transmission while the
 * next one is built.
 */
export interface RequestTemplate {
  /** Builds the request with this number. The buffer is valid until the next call. */
  build(sequence: number): Buffer
}

const NUMBER = '00000000000'
const SERIAL = '0000000'

/** As many messages can be told apart by their texts. */
export const MOST_SERIALS = 10 ** SERIAL.length

/**
 * Returns the recipient for a sequence number: in the South African mobile range, never with an ending that has a
 * meaning for the simulator.
 */
export function recipientOf(sequence: number): string {
  return `2782${String(Math.floor(sequence / 900) % 10_000).padStart(4, '0')}${String(sequence % 900).padStart(3, '0')}`
}

/** Returns the text of a single message: about 45 characters of GSM 03.38, different for each number. */
export function textOf(sequence: number): string {
  return `Benchmark message ${String(sequence).padStart(SERIAL.length, '0')}, short GSM text`
}

const SERIAL_AT = textOf(0).indexOf(SERIAL)
const ZERO = 48

/** The number in the text of a single message, given as octets; undefined for any other text. */
export function serialOf(text: Buffer): number | undefined {
  if (text.length < SERIAL_AT + SERIAL.length) return undefined
  let serial = 0
  for (let at = SERIAL_AT; at < SERIAL_AT + SERIAL.length; at++) {
    const digit = (text[at] ?? 0) - ZERO
    if (digit < 0 || digit > 9) return undefined
    serial = serial * 10 + digit
  }
  return serial
}

/** Placeholders in a request for a recipient and for a text; the text is the last of them. */
export const PLACES = { recipient: NUMBER, text: textOf(0) } as const

export function createRequestTemplate(job: LoadJob): RequestTemplate {
  const { request, firstNumber } = job
  switch (request.kind) {
    case 'single':
      return createMessageTemplate(job, 1, firstNumber)
    case 'batch':
      return createMessageTemplate(job, request.destinations, firstNumber)
    case 'text':
      return numberedTemplate(Buffer.from(request.request, 'latin1'), 1, firstNumber)
    case 'report':
      return createReportTemplate(job, request)
    case 'logs':
      return createLogsTemplate(job, request)
  }
}

function createMessageTemplate(job: LoadJob, destinations: number, firstNumber: number): RequestTemplate {
  const recipients = Array.from({ length: destinations }, () => `{"to":"${NUMBER}"}`).join()
  const body = `{"messages":[{"destinations":[${recipients}],"text":"${textOf(0)}"}]}`
  const buffer = Buffer.from(
    `POST /sms/2/messages HTTP/1.1\r\n${commonHeaders(job)}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    'latin1',
  )
  return numberedTemplate(buffer, destinations, firstNumber)
}

/** Writes recipients and the number of the text over their placeholders, if any, in a complete request. */
function numberedTemplate(buffer: Buffer, destinations: number, firstNumber: number): RequestTemplate {
  const offsets: number[] = []
  for (let at = buffer.indexOf(NUMBER); at >= 0; at = buffer.indexOf(NUMBER, at + NUMBER.length)) offsets.push(at)
  const serialAt = buffer.lastIndexOf(SERIAL)
  const hasText = serialAt >= 0 && !offsets.some((offset) => offset <= serialAt && serialAt < offset + NUMBER.length)
  return {
    build(sequence) {
      const first = firstNumber + sequence * destinations
      for (const [index, offset] of offsets.entries()) writeRecipient(buffer, offset, first + index)
      if (hasText) writeDigits(buffer, serialAt, SERIAL.length, first)
      return buffer
    },
  }
}

function createReportTemplate(job: LoadJob, { messageIds }: RequestKind & { kind: 'report' }): RequestTemplate {
  const rest = ` HTTP/1.1\r\n${commonHeaders(job)}\r\n`
  return {
    build(sequence) {
      const messageId = messageIds[sequence % messageIds.length] ?? ''
      return Buffer.from(`GET /sms/2/reports?messageId=${encodeURIComponent(messageId)}${rest}`, 'latin1')
    },
  }
}

function createLogsTemplate(job: LoadJob, { query }: RequestKind & { kind: 'logs' }): RequestTemplate {
  const buffer = Buffer.from(
    `GET /sms/2/logs?${new URLSearchParams(query)} HTTP/1.1\r\n${commonHeaders(job)}\r\n`,
    'latin1',
  )
  return { build: () => buffer }
}

function commonHeaders(job: LoadJob): string {
  return `Host: ${job.host}:${job.port}\r\nAuthorization: App ${job.apiKey}\r\nAccept: application/json\r\n`
}

function writeRecipient(buffer: Buffer, offset: number, sequence: number): void {
  writeDigits(buffer, offset, 4, 2782)
  writeDigits(buffer, offset + 4, 4, Math.floor(sequence / 900))
  writeDigits(buffer, offset + 8, 3, sequence % 900)
}

/** Writes the last `width` decimal digits of a number. */
function writeDigits(buffer: Buffer, offset: number, width: number, value: number): void {
  let left = value
  for (let at = offset + width - 1; at >= offset; at--) {
    const rest = Math.floor(left / 10)
    buffer[at] = 48 + (left - rest * 10)
    left = rest
  }
}
