/** Topics of the announcements that nodes make to each other over `NOTIFY` on channel `heliograph`. */
export const TOPICS = {
  /** Accounts have changed; announced by triggers. */
  directory: 'directory',
  /** Something waits for the sessions of a user; the argument is the user's id. Announced with the commit. */
  pushes: 'pushes',
  /** Batches of a route wait; the argument is the route, or none when it may be any. */
  batches: 'batches',
  /** Incoming SMS have something to set off. */
  incoming: 'incoming',
  /** Uploads are due. */
  uploads: 'uploads',
  /** Links are free. */
  links: 'links',
  /** Operators have paused links or put sending on hold, or let it go on. */
  pauses: 'pauses',
  /**
   * Messages that may wait in the memory of a node are not to be sent, because their contacts have opted out or a
   * network has them already. The argument is their ids, separated by commas.
   */
  optedOut: 'opted-out',
  /** Something that people follow has changed; the argument is as in `changed-scopes.ts`. */
  changed: 'changed',
  /** People follow changes; the argument is whose, separated by commas. */
  watched: 'watched',
  /** A node has begun to listen, and wants to know who follows changes. */
  whoWatches: 'who-watches',
} as const
