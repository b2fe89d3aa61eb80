/**
 * The length to which many SMPP clients cut a system id: its field has 16 octets with the final NUL (SMPP 3.4, 4.1.1).
 */
export const SYSTEM_ID_OCTETS = 15
