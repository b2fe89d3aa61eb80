/** Why a message failed, as the v2 interface shows it in `error`. */
export interface ErrorObject {
  readonly groupId: number
  readonly groupName: ErrorGroupName
  readonly id: number
  readonly name: string
  readonly description: string
  /** True when sending the same message again cannot work. */
  readonly permanent: boolean
}

export type ErrorGroupName = 'OK' | 'HANDSET_ERRORS' | 'USER_ERRORS' | 'OPERATOR_ERRORS'

/** The groups by their ids. */
export const ERROR_GROUPS: Readonly<Record<ErrorGroupName, number>> = {
  OK: 0,
  HANDSET_ERRORS: 1,
  USER_ERRORS: 2,
  OPERATOR_ERRORS: 3,
}

type Row = readonly [id: number, name: string, description: string, permanent?: 'permanent']

// Ids, names and the permanent mark are those of Infobip's public registry, which the v2 interface speaks. Most of
// group 1 are errors of the mobile network's own signalling (MAP, TCAP, SCCP) that operators pass on.
const ROWS: Readonly<Record<ErrorGroupName, readonly Row[]>> = {
  OK: [[0, 'NO_ERROR', 'No error']],
  HANDSET_ERRORS: [
    [1, 'EC_UNKNOWN_SUBSCRIBER', 'Number not known to the network', 'permanent'],
    [2, 'EC_UNKNOWN_BASE_STATION', 'Base station not known'],
    [5, 'EC_UNIDENTIFIED_SUBSCRIBER', 'Subscriber could not be identified'],
    [6, 'EC_ABSENT_SUBSCRIBER_SM', 'Handset not reachable for SMS'],
    [7, 'EC_UNKNOWN_EQUIPMENT', 'Handset not known'],
    [8, 'EC_ROAMING_NOT_ALLOWED', 'Roaming not allowed'],
    [9, 'EC_ILLEGAL_SUBSCRIBER', 'Subscriber not authorised', 'permanent'],
    [11, 'EC_TELESERVICE_NOT_PROVISIONED', 'Subscription has no SMS service', 'permanent'],
    [12, 'EC_ILLEGAL_EQUIPMENT', 'Handset blocked', 'permanent'],
    [13, 'EC_CALL_BARRED', 'Subscriber barred'],
    [21, 'EC_FACILITY_NOT_SUPPORTED', 'Not supported where the subscriber is'],
    [27, 'EC_ABSENT_SUBSCRIBER', 'Handset switched off or out of coverage'],
    [31, 'EC_SUBSCRIBER_BUSY_FOR_MT_SMS', 'Handset busy with another SMS'],
    [32, 'EC_SM_DELIVERY_FAILURE', 'Handset did not take the message'],
    [33, 'EC_MESSAGE_WAITING_LIST_FULL', 'Too many messages waiting for this handset'],
    [34, 'EC_SYSTEM_FAILURE', 'Failure in the mobile network'],
    [35, 'EC_DATA_MISSING', 'Data missing in network signalling'],
    [36, 'EC_UNEXPECTED_DATA_VALUE', 'Unexpected value in network signalling'],
    [255, 'EC_UNKNOWN_ERROR', 'Unknown error'],
    [256, 'EC_SM_DF_MEMORYCAPACITYEXCEEDED', 'Message memory of the handset full'],
    [257, 'EC_SM_DF_EQUIPMENTPROTOCOLERROR', 'Protocol error of the handset'],
    [258, 'EC_SM_DF_EQUIPMENTNOTSM_EQUIPPED', 'Handset cannot receive SMS'],
    [259, 'EC_SM_DF_UNKNOWNSERVICECENTRE', 'Message centre not known'],
    [260, 'EC_SM_DF_SC_CONGESTION', 'Message centre congested'],
    [261, 'EC_SM_DF_INVALIDSME_ADDRESS', 'Invalid address of a message entity'],
    [262, 'EC_SM_DF_SUBSCRIBERNOTSC_SUBSCRIBER', 'Subscriber not served by this message centre'],
    [500, 'EC_PROVIDER_GENERAL_ERROR', 'General failure at the provider'],
    [502, 'EC_NO_RESPONSE', 'No answer from the network'],
    [503, 'EC_SERVICE_COMPLETION_FAILURE', 'Service could not be completed'],
    [504, 'EC_UNEXPECTED_RESPONSE_FROM_PEER', 'Unexpected answer from the network'],
    [507, 'EC_MISTYPED_PARAMETER', 'Malformed parameter in network signalling'],
    [508, 'EC_NOT_SUPPORTED_SERVICE', 'Service not supported by the network'],
    [509, 'EC_DUPLICATED_INVOKE_ID', 'Duplicate transaction in network signalling'],
    [565, 'EC_CANNOT_RECEIVE_SC', 'Handset cannot receive from short codes', 'permanent'],
    [573, 'EC_SC_BLOCKED_BY_END_USER', 'Subscriber blocked the short code', 'permanent'],
    [581, 'EC_USER_OUT_OF_CREDIT', 'Subscriber has no credit'],
    [628, 'EC_TEMPORARY_HANDSET_FAILURE', 'Handset failure', 'permanent'],
    [629, 'EC_DEST_ADDRESS_UNABLE_TO_RECEIVE_SMS', 'Number cannot receive SMS', 'permanent'],
    [1024, 'EC_OR_APPCONTEXTNOTSUPPORTED', 'Dialogue refused: application context not supported'],
    [1025, 'EC_OR_INVALIDDESTINATIONREFERENCE', 'Dialogue refused: invalid destination reference'],
    [1026, 'EC_OR_INVALIDORIGINATINGREFERENCE', 'Dialogue refused: invalid originating reference'],
    [1027, 'EC_OR_ENCAPSULATEDAC_NOTSUPPORTED', 'Dialogue refused: encapsulated context not supported'],
    [1028, 'EC_OR_TRANSPORTPROTECTIONNOTADEQUATE', 'Dialogue refused: transport protection not adequate'],
    [1029, 'EC_OR_NOREASONGIVEN', 'Dialogue refused without a reason'],
    [1030, 'EC_OR_POTENTIALVERSIONINCOMPATIBILITY', 'Dialogue refused: versions may not fit'],
    [1031, 'EC_OR_REMOTENODENOTREACHABLE', 'Dialogue refused: remote node not reachable'],
    [1152, 'EC_NNR_NOTRANSLATIONFORANADDRESSOFSUCHNATURE', 'Routing: no translation for this kind of address'],
    [1153, 'EC_NNR_NOTRANSLATIONFORTHISSPECIFICADDRESS', 'Routing: no translation for this address'],
    [1154, 'EC_NNR_SUBSYSTEMCONGESTION', 'Routing: subsystem congested'],
    [1155, 'EC_NNR_SUBSYSTEMFAILURE', 'Routing: subsystem failed'],
    [1156, 'EC_NNR_UNEQUIPPEDUSER', 'Routing: user not equipped'],
    [1157, 'EC_NNR_MTPFAILURE', 'Routing: transfer layer failed'],
    [1158, 'EC_NNR_NETWORKCONGESTION', 'Routing: network congested'],
    [1159, 'EC_NNR_UNQUALIFIED', 'Routing: failed without a reason'],
    [1160, 'EC_NNR_ERRORINMESSAGETRANSPORTXUDT', 'Routing: error in message transport'],
    [1161, 'EC_NNR_ERRORINLOCALPROCESSINGXUDT', 'Routing: error in local processing'],
    [1162, 'EC_NNR_DESTINATIONCANNOTPERFORMREASSEMBLYXUDT', 'Routing: destination cannot reassemble'],
    [1163, 'EC_NNR_SCCPFAILURE', 'Routing: signalling connection failed'],
    [1164, 'EC_NNR_HOPCOUNTERVIOLATION', 'Routing: too many hops'],
    [1165, 'EC_NNR_SEGMENTATIONNOTSUPPORTED', 'Routing: segmentation not supported'],
    [1166, 'EC_NNR_SEGMENTATIONFAILURE', 'Routing: segmentation failed'],
    [1281, 'EC_UA_USERSPECIFICREASON', 'Dialogue ended by the peer for its own reason'],
    [1282, 'EC_UA_USERRESOURCELIMITATION', 'Dialogue ended by the peer: resources short'],
    [1283, 'EC_UA_RESOURCEUNAVAILABLE', 'Dialogue ended by the peer: resource not available'],
    [1284, 'EC_UA_APPLICATIONPROCEDURECANCELLATION', 'Dialogue ended by the peer: procedure cancelled'],
    [1536, 'EC_PA_PROVIDERMALFUNCTION', 'Dialogue ended by the provider: malfunction'],
    [1537, 'EC_PA_SUPPORTINGDIALOGORTRANSACTIONREALEASED', 'Dialogue ended by the provider: transaction released'],
    [1538, 'EC_PA_RESSOURCELIMITATION', 'Dialogue ended by the provider: resources short'],
    [1539, 'EC_PA_MAINTENANCEACTIVITY', 'Dialogue ended by the provider: maintenance'],
    [1540, 'EC_PA_VERSIONINCOMPATIBILITY', 'Dialogue ended by the provider: versions do not fit'],
    [1541, 'EC_PA_ABNORMALMAPDIALOG', 'Dialogue ended by the provider: abnormal dialogue'],
    [1792, 'EC_NC_ABNORMALEVENTDETECTEDBYPEER', 'Peer noticed an abnormal event'],
    [1793, 'EC_NC_RESPONSEREJECTEDBYPEER', 'Peer refused the answer'],
    [1794, 'EC_NC_ABNORMALEVENTRECEIVEDFROMPEER', 'Peer sent an abnormal event'],
    [1795, 'EC_NC_MESSAGECANNOTBEDELIVEREDTOPEER', 'Message could not be delivered to the peer'],
    [1796, 'EC_NC_PROVIDEROUTOFINVOKE', 'Provider has no free transactions'],
  ],
  USER_ERRORS: [
    [323, 'EC_INVALID_REQUEST_TYPE', 'Invalid kind of request', 'permanent'],
    [351, 'EC_INVALID_DESTINATION_ADDRESS', 'Invalid recipient number'],
    [352, 'EC_INVALID_REQUEST_DESTINATION', 'Recipient is not a phone number', 'permanent'],
    [355, 'EC_MSG_TEXT_TOO_LONG', 'Text too long', 'permanent'],
    [368, 'EC_INVALID_SOURCE_ADDRESS', 'Invalid sender', 'permanent'],
    [433, 'EC_ACCOUNT_ACCESS_DENIED', 'Account may not do this', 'permanent'],
    [541, 'EC_LIMIT_REACHED', 'Limit reached'],
    [542, 'EC_QUOTA_REACHED', 'Credit or quota used up'],
    [572, 'EC_CAMPAIGNID_NOT_PROVISIONED', 'Campaign not set up', 'permanent'],
    [577, 'EC_ACC_NOT_PROVISIONED_TO_SMS_DEMO_SC', 'Account not set up for the trial short code', 'permanent'],
    [578, 'EC_EXCEEDED_THE_TIME_LIMIT_OF_SMS_DEMO', 'Trial period over', 'permanent'],
    [579, 'EC_DEST_ADDRESS_NOT_IN_SMS_DEMO', 'Recipient not part of the trial', 'permanent'],
    [580, 'EC_EXCEEDED_THE_MAX_NUMBER', 'Trial messages used up', 'permanent'],
    [594, 'EC_INVALID_GLOBAL_CAMPAIGN_ID', 'Invalid campaign', 'permanent'],
    [597, 'EC_ACC_HAS_NO_ADRESS_FOR_DESR', 'Account has no sender for this destination', 'permanent'],
    [598, 'EC_INTERACTION_NOT_SUPPORTED', 'Interaction not supported', 'permanent'],
    [601, 'EC_ACC_NOT_2_WAY', 'Account not set up for two-way messages', 'permanent'],
    [603, 'EC_CONTENT_BLOCKED', 'Content blocked', 'permanent'],
    [604, 'EC_BLOCKED_BY_CAMPAIGN_BLACKLIST', 'Recipient blocked by the campaign', 'permanent'],
    [607, 'EC_REJECTED_SPAM_BY_OPERATOR', 'Operator took the message for spam', 'permanent'],
    [608, 'EC_SIGNALS_BLOCKED', 'Stopped by fraud protection'],
    [609, 'EC_SIGNALS_HARD_LIMIT_REACHED', 'Limit of fraud protection reached', 'permanent'],
    [2049, 'EC_IMSI_BLACKLISTED', 'Subscriber blocked', 'permanent'],
    [2052, 'EC_BLACKLISTED_DESTINATIONADDRESS', 'Recipient blocked', 'permanent'],
    [2053, 'EC_BLACKLISTED_SENDERADDRESS', 'Sender blocked', 'permanent'],
    [3041, 'EC_DEACTIVATED_LIST', 'Number on the list of deactivated numbers', 'permanent'],
    [4096, 'EC_INVALID_PDU_FORMAT', 'Malformed message unit', 'permanent'],
    [4099, 'EC_MONTHLY_LIMIT_REACHED', 'Monthly limit reached', 'permanent'],
    [4100, 'EC_MESSAGE_CANCELED', 'Message cancelled', 'permanent'],
    [4101, 'EC_VALIDITY_EXPIRED', 'Validity period over', 'permanent'],
    [4102, 'EC_NOTSUBMITTEDTOSMPPCHANNEL', 'Not handed to the link', 'permanent'],
    [4103, 'EC_DESTINATION_FLOODING', 'Too many messages to one recipient', 'permanent'],
    [4104, 'EC_DESTINATION_TXT_FLOODING', 'Too many equal texts to one recipient', 'permanent'],
    [4202, 'EC_10DLC_LIMIT_REACHED', 'Daily limit of the sender reached', 'permanent'],
  ],
  OPERATOR_ERRORS: [
    [10, 'EC_BEARER_SERVICE_NOT_PROVISIONED', 'Subscription lacks the bearer service', 'permanent'],
    [15, 'EC_CUG_REJECT', 'Refused by a closed user group'],
    [20, 'EC_SS_INCOMPATIBILITY', 'Refused by a supplementary service'],
    [24, 'EC_NO_RADIO_RESOURCE_AVAILABLE', 'No radio resources free'],
    [51, 'EC_RESOURCE_LIMITATION', 'Resources of the network exhausted', 'permanent'],
    [71, 'EC_UNKNOWN_ALPHABET', 'Alphabet not known to the network'],
    [345, 'EC_OPERATOR_NOT_FOUND', 'No operator or route for the recipient', 'permanent'],
    [375, 'EC_SOURCE_ADDRESS_IS_BLOCKED', 'Sender blocked by the operator', 'permanent'],
    [488, 'EC_TF_NUMBER_NOT_VERIFIED', 'Toll-free sender not verified', 'permanent'],
    [501, 'EC_INVALID_RESPONSE_RECEIVED', 'Invalid answer from the operator'],
    [560, 'EC_SC_BLOCKED_FOR_END_USER', 'Short code blocked for this subscriber', 'permanent'],
    [561, 'EC_CONTENT_BLOCKED_BY_OPERATOR', 'Content blocked by the operator', 'permanent'],
    [562, 'EC_SC_NOT_PROVISIONED', 'Short code not set up', 'permanent'],
    [563, 'EC_SC_EXPIRED', 'Short code expired', 'permanent'],
    [564, 'EC_SC_BLOCKED', 'Short code blocked', 'permanent'],
    [566, 'EC_DESTINATION_BLOCKED_BY_OPERATOR', 'Recipient blocked by the operator', 'permanent'],
    [568, 'EC_DESTINATION_NOT_SMS_PROVISIONED', 'Recipient not set up for SMS', 'permanent'],
    [569, 'EC_DEST_ADDRESS_SUSPENDED', 'Recipient suspended', 'permanent'],
    [571, 'EC_CAMPAIGN_ID_REJECTED', 'Campaign refused by the operator'],
    [574, 'EC_BLOCKED_NEW_SUBSCRIPTIONS_FOR_SC', 'Short code takes no new subscriptions', 'permanent'],
    [592, 'EC_ACCOUNT_NOT_PROVISIONED_FOR_CHANNEL', 'Account not set up for this channel', 'permanent'],
    [630, 'EC_DEST_OVERLOADED', 'Destination overloaded', 'permanent'],
    [631, 'EC_MOBILE_OPERATOR_NETWORK_ERROR', 'Network error at the operator', 'permanent'],
    [632, 'EC_SMS_REJECTED_BY_MOBILE_OPERATOR', 'Refused by the operator', 'permanent'],
    [633, 'EC_UNKNOWN_MOBILE_OPERATOR', 'Operator not known', 'permanent'],
    [810, 'EC_FAILED_MESSAGE_DELIVERY', 'Delivery failed', 'permanent'],
    [811, 'EC_MESSAGE_EXPIRED', 'Expired at the operator', 'permanent'],
    [815, 'EC_MESSAGE_SUBMITTED_NOT_ACKED', 'Handed over but never confirmed', 'permanent'],
    [2048, 'EC_TIME_OUT', 'No report in time'],
    [2050, 'EC_DEST_ADDRESS_BLACKLISTED', 'Recipient on a block list of the operator', 'permanent'],
    [2051, 'EC_INVALIDMSCADDRESS', 'Invalid address of a switching centre'],
    [4097, 'EC_NOTSUBMITTEDTOGMSC', 'Not handed to the gateway centre'],
    [4098, 'EC_VP_EXPIRED', 'Validity period over before delivery'],
    [4102, 'EC_NOTSUBMITTEDTOSMPPCHANNEL', 'Not handed to the link', 'permanent'],
    [5492, 'EC_DUPLICATE_MESSAGE', 'Message sent before', 'permanent'],
  ],
}

/** Every general error code, group by group. 4102 is in two groups. */
export const ERRORS: readonly ErrorObject[] = (Object.keys(ROWS) as ErrorGroupName[]).flatMap((groupName) =>
  ROWS[groupName].map(([id, name, description, permanent]) => ({
    groupId: ERROR_GROUPS[groupName],
    groupName,
    id,
    name,
    description,
    permanent: permanent === 'permanent',
  })),
)

// Reversed, so that the first entry remains for an id in two groups.
const BY_ID: ReadonlyMap<number, ErrorObject> = new Map([...ERRORS].reverse().map((error) => [error.id, error]))

/** The error with this id; undefined for an id that the registry lacks. For 4102, the one in group USER_ERRORS. */
export function errorById(id: number): ErrorObject | undefined {
  return BY_ID.get(id)
}
