import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'

/** Contacts of a client: the numbers recorded for it, whether opted in or out. */
export interface Contacts {
  /** How many the principal's client has, opted-out ones included. Throws as `Reports.find`. */
  count(principal: Principal, options?: FindOptions): Promise<number>
}

export const Contacts: ServiceToken<Contacts> = defineService('heliograph.contacts')
