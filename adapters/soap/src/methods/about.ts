import type { Method } from '../method.ts'
import { VERSION } from '../version.ts'

/** Version information; needs no key. */
export const about: Method = {
  name: 'about',
  summary: 'Returns the name and version of this service.',
  parameters: [],
  returns: 'string',
  read: ({ product }) => ({ answer: () => `${product}: SMS gateway, SOAP interface ${VERSION}` }),
}
