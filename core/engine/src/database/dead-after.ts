/** After this time without a heartbeat a node is dead: the others take over what it had. */
export const DEAD_SECONDS = 15
