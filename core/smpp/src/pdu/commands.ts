/** Name to command_id of every command of SMPP v3.4 (section 5.1.2.1). */
export const COMMAND_IDS = {
  bind_receiver: 0x00000001,
  bind_transmitter: 0x00000002,
  query_sm: 0x00000003,
  submit_sm: 0x00000004,
  deliver_sm: 0x00000005,
  unbind: 0x00000006,
  replace_sm: 0x00000007,
  cancel_sm: 0x00000008,
  bind_transceiver: 0x00000009,
  outbind: 0x0000000b,
  enquire_link: 0x00000015,
  submit_multi: 0x00000021,
  alert_notification: 0x00000102,
  data_sm: 0x00000103,
  generic_nack: 0x80000000,
  bind_receiver_resp: 0x80000001,
  bind_transmitter_resp: 0x80000002,
  query_sm_resp: 0x80000003,
  submit_sm_resp: 0x80000004,
  deliver_sm_resp: 0x80000005,
  unbind_resp: 0x80000006,
  replace_sm_resp: 0x80000007,
  cancel_sm_resp: 0x80000008,
  bind_transceiver_resp: 0x80000009,
  enquire_link_resp: 0x80000015,
  submit_multi_resp: 0x80000021,
  data_sm_resp: 0x80000103,
} as const

export type CommandName = keyof typeof COMMAND_IDS

const NAMES: ReadonlyMap<number, CommandName> = new Map(
  Object.entries(COMMAND_IDS).map(([name, id]) => [id, name as CommandName]),
)

/** The command with that id; undefined for an id that v3.4 does not have. */
export function commandOfId(commandId: number): CommandName | undefined {
  return NAMES.get(commandId)
}

/** True for a command_id with the response bit, whether the command is known or not. */
export function isResponseId(commandId: number): boolean {
  return commandId >= 0x80000000
}

/**
 * The response command that answers a request; undefined for requests that have no response (outbind,
 * alert_notification).
 */
export function responseCommand(commandId: number): CommandName | undefined {
  return isResponseId(commandId) ? undefined : NAMES.get(0x80000000 + commandId)
}
