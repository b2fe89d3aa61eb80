import { Signal } from './signal.ts'

/**
 * What a node hears from others, or notices itself. It is raised down here; each wing says for itself what it does
 * then, so that nothing has to know the wings above it.
 */
export class NodeSignals {
  /** Something about clients, users, keys or channels has changed, or may have. */
  readonly accountsChanged = new Signal()
  /** Something waits for the sessions of this user. */
  readonly pushesWait = new Signal<number>()
  /** Batches of this route wait; an empty one stands for all. */
  readonly batchesWait = new Signal<string>()
  /** Incoming SMS have something to set off. */
  readonly incomingWaits = new Signal()
  readonly uploadsWait = new Signal()
  /** Links may be free. */
  readonly linksFree = new Signal()
  /** Links may have been paused or sending put on hold, or resumed. */
  readonly pausesChanged = new Signal()
  /** These messages are not to be sent any more. */
  readonly optedOut = new Signal<readonly number[]>()
  /** Something that people follow has changed; see `changed-scopes.ts`. */
  readonly changed = new Signal<string>()
  /** People on some node follow the changes of these. */
  readonly watched = new Signal<string>()
  /** A node wants to know who follows changes. */
  readonly watchersAsked = new Signal()
  /** Whether announcements are heard at present. With `true`, what was missed before has to be read. */
  readonly live = new Signal<boolean>()
  /** The node may take work again: its lease is good after it had run out, or its clock right after it was wrong. */
  readonly worksAgain = new Signal()
}
