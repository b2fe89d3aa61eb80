/** The paths of the interface. Those below `secure` are of Jasmin's REST interface. */
export const PATHS = {
  send: '/send',
  balance: '/balance',
  rate: '/rate',
  ping: '/ping',
  secure: '/secure/',
  secureSend: '/secure/send',
  secureBatch: '/secure/sendbatch',
  secureBalance: '/secure/balance',
  secureRate: '/secure/rate',
} as const
