import { STATUS } from './status.ts'

/** Maximum length of a C-octet string in characters (without its NUL), and the status for a longer one. */
export interface StringField {
  readonly limit: number
  readonly tooLong: number
  readonly what: string
}

/**
 * The string fields. Limits are those of SMPP v3.4 section 4 and 5.2 where peers keep to them, and wider where they do
 * not: many clients use an e-mail address as system_id and a whole key as password, and no message is refused because
 * of its source address.
 */
export const FIELDS = {
  systemId: { limit: 254, tooLong: STATUS.RINVSYSID, what: 'system_id' },
  password: { limit: 254, tooLong: STATUS.RINVPASWD, what: 'password' },
  systemType: { limit: 64, tooLong: STATUS.RINVSYSTYP, what: 'system_type' },
  addressRange: { limit: 64, tooLong: STATUS.RBINDFAIL, what: 'address_range' },
  serviceType: { limit: 20, tooLong: STATUS.RINVSERTYP, what: 'service_type' },
  source: { limit: 64, tooLong: STATUS.RINVSRCADR, what: 'source_addr' },
  destination: { limit: 64, tooLong: STATUS.RINVDSTADR, what: 'destination_addr' },
  distributionList: { limit: 20, tooLong: STATUS.RINVDLNAME, what: 'dl_name' },
  schedule: { limit: 16, tooLong: STATUS.RINVSCHED, what: 'schedule_delivery_time' },
  validity: { limit: 16, tooLong: STATUS.RINVEXPIRY, what: 'validity_period' },
  finalDate: { limit: 16, tooLong: STATUS.RINVPARLEN, what: 'final_date' },
  messageId: { limit: 64, tooLong: STATUS.RINVMSGID, what: 'message_id' },
} as const satisfies Record<string, StringField>

/** Maximum length of short_message in octets (SMPP v3.4 section 5.2.22). */
export const MAX_SHORT_MESSAGE = 254

/** Length of every PDU's header in octets. */
export const HEADER_LENGTH = 16
