/** A link by its place in the deployment. */
export interface LinkPlace {
  /** The id of the carrier's instance. */
  readonly carrier: string
  /** Unique within the carrier. */
  readonly name: string
}

/** The id of a link for people, routes and tables: `<instance>/<name>`. */
export function formatLinkId(carrier: string, name: string): string {
  return `${carrier}/${name}`
}

/** Splits an id that `formatLinkId` made; neither instances nor links have a slash in their names. */
export function parseLinkId(id: string): LinkPlace {
  const slash = id.lastIndexOf('/')
  return { carrier: id.slice(0, slash), name: id.slice(slash + 1) }
}
