import { type AdapterKit, createAdapterKit } from '@heliograph/testkit'
import soap from '../../src/index.ts'
import { PATH, WORLD } from '../requests.ts'

/** The service on a port of its own, with everything behind it in memory. */
export interface Service {
  readonly kit: AdapterKit
  readonly port: number
  /** Where its definition is. */
  readonly wsdl: string
  close(): Promise<void>
}

/** Opens the service without a limit on requests. */
export async function openService(): Promise<Service> {
  const kit = await createAdapterKit(soap, { ...WORLD, config: { ...WORLD.config, requestsPerMinute: 0 } })
  const { close, port, url } = await kit.listen()
  return { kit, port, wsdl: `${url}${PATH}?WSDL`, close }
}
