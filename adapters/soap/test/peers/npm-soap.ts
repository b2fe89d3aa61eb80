import { createClientAsync } from 'soap'
import type { Outcome, Peer, Step } from './steps.ts'

/** The npm package `soap`. */
export const npmSoap: Peer = async (wsdl, steps) => {
  const client = await createClientAsync(wsdl)
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await call(client, step))
  return outcomes
}

type Client = Awaited<ReturnType<typeof createClientAsync>>

async function call(client: Client, { method, parameters }: Step): Promise<Outcome> {
  try {
    const [answer] = await client[`${method}Async`](parameters)
    const result = answer?.[`${method}Result`]
    return typeof result === 'string' ? result : (result?.UserInfo ?? [])
  } catch (error) {
    const fault = (error as { root?: { Envelope: { Body: { Fault: Record<string, string> } } } }).root?.Envelope.Body
      .Fault
    if (fault === undefined) throw error
    return { fault: String(fault.faultcode).replace(/^.*:/, ''), text: String(fault.faultstring) }
  }
}
