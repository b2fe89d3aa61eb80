import type { OutgoingMessage } from '@heliograph/contracts'

/** Formats a message for the network, which splits long texts itself. */
export function formatMessage({ from, to, text }: OutgoingMessage): string {
  return JSON.stringify({ from, to, text })
}

/** Reads the network's id for a message from `{ "id": "..." }`; undefined when there is none. */
export function parseId(body: string): string | undefined {
  try {
    const reply: unknown = JSON.parse(body)
    const id = typeof reply === 'object' && reply !== null && 'id' in reply ? reply.id : undefined
    return typeof id === 'string' && id !== '' ? id : undefined
  } catch {
    return undefined
  }
}
