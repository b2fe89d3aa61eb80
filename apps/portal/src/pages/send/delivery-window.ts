import type { Schemas } from '../../api/client.ts'

export type DeliveryWindow = Schemas['DeliveryWindow']

/** What is wrong with one that is being filled in; null: nothing. */
export function windowFault({ days, from, to }: DeliveryWindow): 'noDay' | 'noTime' | 'sameTime' | null {
  if (from === '' || to === '') return 'noTime'
  if (from === to) return 'sameTime'
  return days.length === 0 ? 'noDay' : null
}

/** As it stands in an address: `12345 09:00-17:00 Africa/Johannesburg`. */
export function formatWindow({ days, from, to, zone }: DeliveryWindow): string {
  return `${days.join('')} ${from}-${to} ${zone}`
}

/** Null for what `formatWindow` did not write. */
export function parseWindow(text: string): DeliveryWindow | null {
  const [, days, from, to, zone] = /^([1-7]{1,7}) (\d\d:\d\d)-(\d\d:\d\d) (\S{1,64})$/.exec(text) ?? []
  if (days === undefined || from === undefined || to === undefined || zone === undefined) return null
  return { days: [...days].map(Number), from, to, zone }
}
