/** The texts that a visit can cause. */
export const NOTICES = ['confirmation', 'booking', 'turn', 'complete', 'waiting', 'cancellation'] as const

export type Notice = (typeof NOTICES)[number]
