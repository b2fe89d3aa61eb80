/** A status as the v2 interface shows it (specification, "Status object"). */
export interface StatusObject {
  readonly groupId: number
  readonly groupName: StatusGroupName
  readonly id: number
  readonly name: string
  readonly description: string
}

export type StatusGroupName = 'PENDING' | 'UNDELIVERABLE' | 'DELIVERED' | 'EXPIRED' | 'REJECTED'

/** The groups by their ids. */
export const STATUS_GROUPS: Readonly<Record<StatusGroupName, number>> = {
  PENDING: 1,
  UNDELIVERABLE: 2,
  DELIVERED: 3,
  EXPIRED: 4,
  REJECTED: 5,
}

type Row = readonly [id: number, name: string, description: string]

// Ids and names are those of Infobip's public registry, which the v2 interface speaks; call, MMS, e-mail and push
// outcomes are left out.
const ROWS: Readonly<Record<StatusGroupName, readonly Row[]>> = {
  PENDING: [
    [3, 'PENDING_WAITING_DELIVERY', 'Waiting for another delivery attempt'],
    [7, 'PENDING_ENROUTE', 'Message handed to the network'],
    [26, 'PENDING_ACCEPTED', 'Message accepted and queued'],
  ],
  UNDELIVERABLE: [
    [4, 'UNDELIVERABLE_REJECTED_OPERATOR', 'Message refused by the network'],
    [9, 'UNDELIVERABLE_NOT_DELIVERED', 'Message could not be delivered'],
    [31, 'UNDELIVERABLE_NOT_SENT', 'Message cancelled before it was sent'],
  ],
  DELIVERED: [
    [2, 'DELIVERED_TO_OPERATOR', 'Message delivered to the network'],
    [5, 'DELIVERED_TO_HANDSET', 'Message delivered to handset'],
  ],
  EXPIRED: [
    [15, 'EXPIRED_EXPIRED', 'Validity period ended before delivery'],
    [29, 'EXPIRED_DLR_UNKNOWN', 'No delivery report arrived in time'],
    [87, 'SIGNALS_BLOCKED', 'Message stopped by fraud protection'],
  ],
  REJECTED: [
    [6, 'REJECTED_NETWORK', 'Network not covered'],
    [8, 'REJECTED_PREFIX_MISSING', 'Number prefix or length not recognised'],
    [10, 'REJECTED_DND', 'Recipient is on a do-not-disturb list'],
    [11, 'REJECTED_SOURCE', 'Sender not registered'],
    [12, 'REJECTED_NOT_ENOUGH_CREDITS', 'Not enough credit'],
    [13, 'REJECTED_SENDER', 'Sender blocked'],
    [14, 'REJECTED_DESTINATION_BLOCKLISTED', 'Contact has opted out'],
    [17, 'REJECTED_PREPAID_PACKAGE_EXPIRED', 'Credit no longer valid'],
    [18, 'REJECTED_DESTINATION_NOT_REGISTERED', 'Recipient not registered for this account'],
    [19, 'REJECTED_ROUTE_NOT_AVAILABLE', 'No route to the recipient'],
    [20, 'REJECTED_FLOODING_FILTER', 'Too many equal messages'],
    [21, 'REJECTED_SYSTEM_ERROR', 'System error, may be tried again'],
    [23, 'REJECTED_DUPLICATE_MESSAGE_ID', 'Message id used before'],
    [24, 'REJECTED_INVALID_UDH', 'Malformed user data header'],
    [25, 'REJECTED_MESSAGE_TOO_LONG', 'Too many message parts'],
    [51, 'MISSING_TO', 'Recipient missing'],
    [52, 'REJECTED_DESTINATION', 'Recipient is not a phone number'],
    [87, 'SIGNALS_BLOCKED', 'Message stopped by fraud protection'],
    [100, 'UNDELIVERABLE_REJECTED_PLATFORM', 'Message refused by the platform'],
  ],
}

/** Every status id of SMS, group by group. 87 is in two groups. */
export const STATUSES: readonly StatusObject[] = (Object.keys(ROWS) as StatusGroupName[]).flatMap((groupName) =>
  ROWS[groupName].map(([id, name, description]) => ({
    groupId: STATUS_GROUPS[groupName],
    groupName,
    id,
    name,
    description,
  })),
)

/** The status with this id; for 87, the one in group EXPIRED. Throws `RangeError` for an id that the registry lacks. */
export function statusById(id: number): StatusObject {
  const status = STATUSES.find((candidate) => candidate.id === id)
  if (status === undefined) throw new RangeError(`unknown status id ${id}`)
  return status
}
