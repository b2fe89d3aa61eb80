import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { findProgram, reasonUnless } from './peers/installed.ts'

/** The service manager's end of the protocol: Node has no datagram sockets of that kind, Python has. */
const LISTENER = `
import array, os, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('bound', flush=True)
while True:
    data, ancillary, _, _ = s.recvmsg(4096, socket.CMSG_SPACE(64))
    # The sender waits until what it has passed is closed.
    for level, kind, passed in ancillary:
        if kind == socket.SCM_RIGHTS:
            for fd in array.array('i', passed[:len(passed) - len(passed) % 4]): os.close(fd)
    for line in data.decode().splitlines(): print(line, flush=True)
`

/** The reason why tests with the protocol itself cannot run; false when they can. */
export const withoutNotify = reasonUnless(
  findProgram('systemd-notify') !== undefined && spawnSync('python3', ['-c', 'import socket']).status === 0,
  'systemd-notify or Python',
  'systemd python3-minimal',
)

export interface NotifySocket {
  /** What has been told, line by line. */
  readonly lines: readonly string[]
  close(): Promise<void>
}

/** Listens at a path, as systemd does for a service. */
export async function listenForNotifications(path: string): Promise<NotifySocket> {
  const child = spawn('python3', ['-c', LISTENER, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const reader = createInterface(child.stdout)
  await once(reader, 'line')
  reader.on('line', (line) => void lines.push(line))
  return {
    lines,
    async close() {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    },
  }
}
