import type { Fault, NodeIndex } from './faults.ts'

/** The fault in a line for people. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
      return `kill -9 of ${nameOf(fault.node)}`
    case 'terminate':
      return `connections cut${fault.times === 2 ? ' twice' : ''}: ${fault.whose === 'all' ? 'all' : `${fault.whose} of ${nameOf(fault.node)}`}`
    case 'restart':
      return `Postgres restarted, ${fault.mode}`
    case 'read-only':
      return `Postgres read-only for ${seconds(fault.forMs)}`
    case 'cut-off':
      return `node 2 cut off from Postgres for ${seconds(fault.forMs)}`
    case 'silence':
      return `the connections of ${nameOf(fault.node)} to Postgres go dead and stay open`
    case 'demotion':
      return `primary demoted in place; after ${seconds(fault.standbyMs)} new sessions may write`
    case 'late-answers':
      return `the network answers too late for ${seconds(fault.forMs)}`
    case 'clock':
      return `clock of ${nameOf(fault.node)} ${signed(fault.stepMs)} for ${seconds(fault.forMs)}`
    case 'database-clock':
      return `clock of Postgres ${signed(fault.stepMs)}`
    case 'full-disk':
      return `disk of Postgres full for ${seconds(fault.forMs)}`
    case 'slow-commits':
      return `commits take ${fault.commitMs} ms for ${seconds(fault.forMs)}`
    case 'switch-over':
      return 'switch-over'
    case 'primary-death':
      return `kill -9 of ${VICTIMS[fault.victim]}`
    case 'standbys-lost':
      return `all standbys lost for ${seconds(fault.lostMs)}`
  }
}

const VICTIMS = {
  postmaster: 'the Postgres of the primary',
  patroni: 'the Patroni of the primary',
  both: 'the primary, Postgres and Patroni',
} as const

function nameOf(node: NodeIndex): string {
  return `node ${node + 1}`
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`
}

function signed(milliseconds: number): string {
  return `${milliseconds > 0 ? '+' : ''}${seconds(milliseconds)}`
}
