/** A request that is answered with this `command_status`. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly status: number

  constructor(status: number) {
    super(`command_status 0x${status.toString(16).padStart(8, '0')}`)
    this.status = status
  }
}
