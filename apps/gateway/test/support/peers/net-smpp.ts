import { fileURLToPath } from 'node:url'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { startProgram } from './program.ts'

const SCRIPT = fileURLToPath(new URL('net-smpp.pl', import.meta.url))

/** A PDU as Net::SMPP read it: with its names, and with octet strings and TLVs in hexadecimal. */
export interface NetSmppPdu {
  readonly command: string
  readonly status: number
  readonly sequence: number
  readonly fields: Readonly<Record<string, string | number>>
  readonly octets: Readonly<Record<string, string>>
  readonly tlvs: Readonly<Record<string, string>>
}

/** The content of a PDU to send, with Net::SMPP's names. */
export interface NetSmppParts {
  readonly fields?: Readonly<Record<string, string | number | readonly string[]>>
  readonly octets?: Readonly<Record<string, Buffer>>
  readonly tlvs?: readonly (readonly [name: string, value: Buffer])[]
}

/**
 * One connection of Net::SMPP, as a client or as a server. enquire_link and unbind on it are answered automatically.
 */
export interface NetSmppLink {
  /** Every PDU received on it. */
  readonly pdus: Arrivals<NetSmppPdu>
  /** Called for each PDU from now on. */
  onPdu: ((pdu: NetSmppPdu) => void) | undefined
  readonly isOpen: boolean
  readonly closed: Promise<void>
  /** Calls the method of Net::SMPP and resolves with the sequence number that it used. */
  send(method: string, parts?: NetSmppParts): Promise<number>
  /** Like `send`, but waits for the response. */
  request(method: string, parts?: NetSmppParts): Promise<NetSmppPdu>
  /** Answers a received request. */
  respond(request: NetSmppPdu, fields?: Readonly<Record<string, string | number>>): Promise<number>
  /** With true, enquire_link and unbind are no longer answered. */
  silence(on: boolean): void
  /** Cuts the connection. */
  close(): void
}

/** A Perl process that runs Net::SMPP. */
export interface NetSmpp {
  connect(port: number): Promise<NetSmppLink>
  /** Accepts connections; resolves with the port. `onAccepted` gets each in turn. */
  listen(onAccepted: (link: NetSmppLink) => void): Promise<number>
  stop(): Promise<void>
}

interface PerlEvent {
  readonly event: string
  readonly link: string
  readonly [key: string]: unknown
}

/** Starts the process. Where Net::SMPP is missing, see `withoutNetSmpp`. */
export function startNetSmpp(): NetSmpp {
  const links = new Map<string, { readonly link: NetSmppLink; receive(event: PerlEvent): void }>()
  const events = createArrivals<PerlEvent>('Net::SMPP')
  let onAccepted: (link: NetSmppLink) => void = () => {}
  let counter = 0
  const program = startProgram('perl', [SCRIPT], { onLine: (line) => take(JSON.parse(line)) })
  program.ended.then(({ code }) => {
    events.end(`perl ended with code ${code}: ${program.complaints}`)
    for (const { link } of links.values()) link.pdus.end(`perl ended: ${program.complaints}`)
  })
  const order = (command: object) => program.write(`${JSON.stringify(command)}\n`)

  function take(event: PerlEvent): void {
    if (event.event === 'accepted') onAccepted(addLink(event.link))
    if (event.event !== 'pdu') events.add(event)
    links.get(event.link)?.receive(event)
  }

  function addLink(name: string): NetSmppLink {
    const made = createLink({ name, order, events, nextRef: () => `ref-${++counter}` })
    links.set(name, made)
    return made.link
  }

  return {
    async connect(port) {
      const name = `out-${++counter}`
      const link = addLink(name)
      order({ do: 'connect', link: name, port })
      const answer = await events.waitFor((event) => event.link === name)
      if (answer.event !== 'connected') throw new Error(`Net::SMPP could not connect: ${answer.reason}`)
      return link
    },
    async listen(whenAccepted) {
      onAccepted = whenAccepted
      order({ do: 'listen' })
      return (await events.waitFor((event) => event.event === 'listening')).port as number
    },
    stop: () => program.stop(),
  }
}

interface LinkParts {
  readonly name: string
  readonly order: (command: object) => void
  readonly events: Arrivals<PerlEvent>
  readonly nextRef: () => string
}

function createLink({ name, order, events, nextRef }: LinkParts) {
  const pdus = createArrivals<NetSmppPdu>(`link ${name} of Net::SMPP`)
  let noteClosed = () => {}
  const closed = new Promise<void>((resolve) => {
    noteClosed = resolve
  })
  let isOpen = true

  async function send(method: string, { fields = {}, octets = {}, tlvs = [] }: NetSmppParts = {}): Promise<number> {
    const ref = nextRef()
    order({
      do: 'send',
      link: name,
      ref,
      method,
      fields,
      octets: Object.fromEntries(Object.entries(octets).map(([key, value]) => [key, value.toString('hex')])),
      tlvs: tlvs.map(([key, value]) => [key, value.toString('hex')]),
    })
    const answer = await events.waitFor((event) => event.ref === ref)
    if (answer.event !== 'sent') throw new Error(`link ${name} of Net::SMPP is closed`)
    return answer.sequence as number
  }

  const link: NetSmppLink = {
    pdus,
    onPdu: undefined,
    get isOpen() {
      return isOpen
    },
    closed,
    send,
    async request(method, parts) {
      const sequence = await send(method, parts)
      return pdus.waitFor((pdu) => pdu.sequence === sequence && isResponse(pdu))
    },
    respond: (request, fields = {}) =>
      send(`${request.command}_resp`, { fields: { seq: request.sequence, status: 0, ...fields } }),
    silence: (on) => order({ do: 'silence', link: name, on }),
    close: () => order({ do: 'close', link: name }),
  }
  return {
    link,
    receive(event: PerlEvent) {
      if (event.event === 'closed') {
        isOpen = false
        pdus.end('the connection was closed')
        noteClosed()
      }
      if (event.event !== 'pdu') return
      const pdu = event as unknown as NetSmppPdu
      pdus.add(pdu)
      link.onPdu?.(pdu)
    },
  }
}

function isResponse({ command }: NetSmppPdu): boolean {
  return command.endsWith('_resp') || command === 'generic_nack'
}
