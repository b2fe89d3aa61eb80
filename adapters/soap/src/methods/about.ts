import type { Method } from '../method.ts'
import { VERSION } from '../version.ts'

/** Version information; needs no key. */
export const about: Method = {
  name: 'about',
  summary: 'Tells what this service is, and its version.',
  parameters: [],
  returns: 'string',
  call: () => `Heliograph SMS gateway, SOAP interface ${VERSION}`,
}
