/** Destinations of one request, over all its messages. */
export const MAX_DESTINATIONS = 10_000

/** Octets of a request body; more is answered with 413. */
export const MAX_BODY_OCTETS = 4 * 1024 * 1024

/** Characters of the ids a client chooses: messageId and bulkId. */
export const MAX_ID_LENGTH = 200

/** Characters of a notifyUrl, after it has been parsed. */
export const MAX_URL_LENGTH = 2048

/** How far ahead a message may be scheduled. */
export const MAX_SCHEDULE_DAYS = 180

/** Records that reports and logs return by default, and at most. */
export const DEFAULT_RECORDS = 50
export const MAX_RECORDS = 1000

/** Requests a minute for each key unless the operator gave the client another limit. */
export const USUAL_REQUESTS_PER_MINUTE = 300
