import type { ExampleValues } from '@heliograph/contracts'

/** Reports a visitor who joined the queue. */
export function formatExample({ url, apiKey, to }: ExampleValues): string {
  const data = { state: 'WAITING', name: 'Jo', phone: `+${to}`, ticket: 'A001', position: 3, estWaitDuration: 368 }
  return `curl -s '${url}/api/http/queue/main.ashx?key=${apiKey}' -d '${JSON.stringify({ type: 'visit.created', data })}'`
}
