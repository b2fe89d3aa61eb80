/** Whether a host, as a configuration names it, is this machine and cannot be reached from another one. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
