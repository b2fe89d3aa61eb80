/** Destinations of one request, over all its messages. */
export const MAX_DESTINATIONS = 10_000

/** Characters of the ids a client chooses. */
export const MAX_MESSAGE_ID_LENGTH = 200
export const MAX_BULK_ID_LENGTH = 100

/** Characters of a recipient as given. */
export const MAX_TO_LENGTH = 64

/** Characters of `callbackData`. */
export const MAX_CALLBACK_DATA_LENGTH = 4_000

/** Characters of `entityId`, `applicationId` and `campaignReferenceId`. */
export const MAX_LABEL_LENGTH = 255

/** Characters of a URL for reports, after it has been parsed. */
export const MAX_URL_LENGTH = 2_048

/** How far ahead a message may be scheduled. */
export const MAX_SCHEDULE_DAYS = 180

/** A longer validity counts as this one. */
export const MAX_VALIDITY_SECONDS = 48 * 3_600

/** Records that reports, logs and the inbox return by default, and at most. */
export const DEFAULT_RECORDS = 50
export const MAX_RECORDS = 1_000
