import type { OutgoingMessage } from '@heliograph/contracts'
import { Value } from 'typebox/value'
import { type LinkConfig, LinkConfigSchema } from '../src/config.ts'

/** A link's configuration as the host would read it. */
export function linkConfig(over: Readonly<Record<string, unknown>> = {}): LinkConfig {
  const config = { hosts: ['127.0.0.1:2775'], systemId: 'gateway', password: 'Kd83mQ', ...over }
  return Value.Parse(LinkConfigSchema, Value.Default(LinkConfigSchema, config))
}

let lastSmsId = 0

export function outgoing(message: Partial<OutgoingMessage> = {}): OutgoingMessage {
  lastSmsId += 1
  return {
    smsId: lastSmsId,
    attempt: 1,
    from: '27820001234',
    to: '27831234567',
    text: 'Hello',
    encoding: 'gsm',
    parts: 1,
    flash: false,
    userDataHeader: null,
    only: null,
    priority: 'HIGH',
    validUntil: new Date(8_640_000_000_000),
    ...message,
  }
}
