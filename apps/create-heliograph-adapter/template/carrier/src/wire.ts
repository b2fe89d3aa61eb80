import { GatewayError, type OutgoingMessage } from '@heliograph/contracts'

/** Formats a message for the network, which splits long texts itself. */
export function formatMessage({ from, to, text }: OutgoingMessage): string {
  return JSON.stringify({ from, to, text })
}

/** Reads the network's id for a message from `{ "id": "..." }`; undefined when there is none. */
export function parseId(body: string): string | undefined {
  return textIn(body, 'id')
}

/** Reads `{ "id": "...", "state": "delivered" }`. Throws `invalid`. */
export function parseReceipt(body: Buffer): { readonly id: string; readonly state: string } {
  const text = body.toString('utf8')
  const [id, state] = [textIn(text, 'id'), textIn(text, 'state')]
  if (id !== undefined && state !== undefined) return { id, state }
  throw new GatewayError('invalid', 'no-receipt', 'id and state are missing')
}

function textIn(json: string, name: string): string | undefined {
  try {
    const object: unknown = JSON.parse(json)
    const value = typeof object === 'object' && object !== null ? (object as Record<string, unknown>)[name] : undefined
    return typeof value === 'string' && value !== '' ? value : undefined
  } catch {
    return undefined
  }
}
