import type { clientNameTexts } from '../client-names.ts'
import type { Translated } from '../translation.ts'

export const clientNames: Translated<typeof clientNameTexts> = {
  client: (clientId) => `العميل ${clientId}`,
}
