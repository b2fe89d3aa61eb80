import type { Socket } from 'node:net'
import {
  type BindPdu,
  decodePdu,
  FrameError,
  FrameReader,
  type Pdu,
  PduError,
  type RequestPdu,
  type ResponseDraft,
  STATUS,
} from '@heliograph/smpp'
import { createBind, createWriter, type LiveBind, type Writer } from './bind.ts'
import type { SmscCore } from './core.ts'
import { handleSubmit } from './submits.ts'

/** How the network names itself in answers to binds. */
const SMSC_SYSTEM_ID = 'fake-smsc'
const INTERFACE_VERSION = 0x34

/**
 * Serves one connection from its first octet to its last. It builds on the codec alone and not on the session layer: a
 * test of that layer must not share its rules, and has to be able to break them.
 */
export function serveConnection(core: SmscCore, socket: Socket): void {
  const reader = new FrameReader()
  const writer = createWriter(socket)
  const peer: Peer = { core, socket, writer, bind: undefined }
  core.counts.connections += 1
  socket.on('data', (chunk: Buffer) => {
    try {
      reader.push(chunk)
      for (let frame = reader.next(); frame && !writer.isDropped; frame = reader.next()) takeFrame(peer, frame)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      // The rest of the stream cannot be interpreted.
      core.counts.protocolErrors += 1
      writer.send({ command: 'generic_nack', sequenceNumber: 0, commandStatus: STATUS.RINVCMDLEN })
      writer.drop('flushed')
    }
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    if (peer.bind) {
      peer.bind.isOpen = false
      core.binds.delete(peer.bind)
      core.outbox.lost(peer.bind)
    }
    core.touch()
  })
  socket.resume()
}

interface Peer {
  readonly core: SmscCore
  readonly socket: Socket
  readonly writer: Writer
  bind: LiveBind | undefined
}

function takeFrame(peer: Peer, frame: Buffer): void {
  let pdu: Pdu
  try {
    pdu = decodePdu(frame)
  } catch (error) {
    if (!(error instanceof PduError)) throw error
    peer.core.counts.protocolErrors += 1
    const { commandStatus, sequenceNumber } = error
    peer.writer.send({ command: 'generic_nack', sequenceNumber, commandStatus })
    return
  }
  if (isRequest(pdu)) {
    countSequence(peer, pdu)
    handleRequest(peer, pdu)
  } else {
    takeAnswer(peer, pdu)
  }
}

function isRequest(pdu: Pdu): pdu is RequestPdu {
  return !pdu.command.endsWith('_resp') && pdu.command !== 'generic_nack'
}

function countSequence({ bind }: Peer, { sequenceNumber }: RequestPdu): void {
  if (!bind) return
  if (sequenceNumber <= bind.lastSequenceNumber && sequenceNumber !== 1) bind.sequenceFaults += 1
  bind.lastSequenceNumber = sequenceNumber
}

function takeAnswer({ bind, core, writer }: Peer, { command, commandStatus, sequenceNumber }: Pdu): void {
  const status = command === 'generic_nack' && commandStatus === STATUS.ROK ? STATUS.RSYSERR : commandStatus
  const isKnown = bind !== undefined && core.outbox.answer(bind, sequenceNumber, status)
  if (!isKnown && command !== 'enquire_link_resp' && command !== 'unbind_resp') core.counts.protocolErrors += 1
  if (command === 'unbind_resp') writer.drop('flushed')
  core.touch()
}

function handleRequest(peer: Peer, pdu: RequestPdu): void {
  const { bind, core, writer } = peer
  const { sequenceNumber } = pdu
  switch (pdu.command) {
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      handleBind(peer, pdu)
      break
    case 'enquire_link':
      core.counts.enquireLinks += 1
      if (bind) bind.enquireLinks += 1
      if (!core.settings.ignoreEnquireLinks) writer.send({ command: 'enquire_link_resp', sequenceNumber })
      break
    case 'unbind':
      writer.send({ command: 'unbind_resp', sequenceNumber })
      writer.drop('flushed')
      break
    case 'submit_sm':
    case 'data_sm':
    case 'submit_multi':
      if (bind && bind.kind !== 'receiver') handleSubmit(core, bind, pdu)
      else refuse(peer, pdu, STATUS.RINVBNDSTS)
      break
    case 'query_sm':
      handleQuery(peer, pdu.messageId, sequenceNumber)
      break
    case 'cancel_sm':
      refuse(peer, pdu, STATUS.RCANCELFAIL)
      break
    case 'replace_sm':
      refuse(peer, pdu, STATUS.RREPLACEFAIL)
      break
    default:
      core.counts.protocolErrors += 1
      writer.send({ command: 'generic_nack', sequenceNumber, commandStatus: STATUS.RINVCMDID })
  }
  core.touch()
}

function refuse({ writer }: Peer, { command, sequenceNumber }: RequestPdu, commandStatus: number): void {
  writer.send({ command: `${command}_resp`, sequenceNumber, commandStatus } as ResponseDraft)
}

/** Everything that was taken counts as delivered. */
function handleQuery({ bind, core, writer }: Peer, messageId: string, sequenceNumber: number): void {
  const isKnown = bind !== undefined && core.submits.list.some((submit) => submit.messageId === messageId)
  const DELIVERED = 2
  writer.send(
    isKnown
      ? { command: 'query_sm_resp', sequenceNumber, messageId, messageState: DELIVERED }
      : { command: 'query_sm_resp', sequenceNumber, commandStatus: STATUS.RQUERYFAIL },
  )
}

function handleBind(peer: Peer, pdu: BindPdu): void {
  const { core, socket, writer } = peer
  const { command, sequenceNumber } = pdu
  const commandStatus = peer.bind ? STATUS.RALYBND : bindStatus(core, pdu)
  if (commandStatus !== STATUS.ROK) {
    core.counts.bindsRefused += 1
    writer.send({ command: `${command}_resp`, sequenceNumber, commandStatus })
    return
  }
  const bind = createBind(pdu, socket, writer)
  peer.bind = bind
  core.counts.binds += 1
  core.binds.add(bind)
  core.allBinds.push(bind)
  const tlvs = { scInterfaceVersion: INTERFACE_VERSION }
  writer.send({ command: `${command}_resp`, sequenceNumber, systemId: SMSC_SYSTEM_ID, tlvs })
  core.outbox.pump()
}

function bindStatus({ binds, settings }: SmscCore, { password, systemId }: BindPdu): number {
  if (settings.refuseBinds !== STATUS.ROK) return settings.refuseBinds
  if (settings.systemId !== null && settings.systemId !== systemId) return STATUS.RINVSYSID
  if (settings.password !== null && settings.password !== password) return STATUS.RINVPASWD
  return settings.maxBinds > 0 && binds.size >= settings.maxBinds ? STATUS.RBINDFAIL : STATUS.ROK
}
