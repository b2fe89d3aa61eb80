import type { OutgoingMessage } from '@heliograph/contracts'

/** A message as the network takes it. It splits long texts itself. */
export function formatMessage({ from, to, text }: OutgoingMessage): string {
  return JSON.stringify({ from, to, text })
}

/** The network's id for a message, out of `{ "id": "..." }`; undefined when there is none. */
export function parseId(body: string): string | undefined {
  try {
    const reply: unknown = JSON.parse(body)
    const id = typeof reply === 'object' && reply !== null && 'id' in reply ? reply.id : undefined
    return typeof id === 'string' && id !== '' ? id : undefined
  } catch {
    return undefined
  }
}
