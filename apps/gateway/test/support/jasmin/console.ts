import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { asRecorded, type Step, WELCOME } from './session.ts'

/** Listens like the console of Jasmin: it asks for a login, repeats each command and prints these answers. */
export async function startConsole(steps: readonly Step[]): Promise<{ readonly port: number; close(): void }> {
  const printed = new Map(steps)
  const server = createServer((socket) => void serve(socket, printed))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, close: () => void server.close() }
}

async function serve(socket: Socket, printed: ReadonlyMap<string, string>): Promise<void> {
  const lines: string[] = []
  for await (const line of createInterface({ input: socket })) {
    lines.push(line)
    if (lines.length === 1) socket.write(asRecorded(`Authentication required.\n\nUsername: ${line}\nPassword: `))
    else if (lines.length === 2) socket.write(asRecorded(`\n${WELCOME}\njcli : `))
    else if (line === 'quit') socket.end()
    else socket.write(asRecorded(`${line}\n${printed.get(line) ?? `Incorrect command: ${line}`}\njcli : `))
  }
}
