/** Characters of the ids a client chooses. */
export const MAX_MESSAGE_ID_LENGTH = 200
export const MAX_BULK_ID_LENGTH = 100

/** Characters of a recipient as given. */
export const MAX_TO_LENGTH = 64

/** Characters of `callbackData`. */
export const MAX_CALLBACK_DATA_LENGTH = 4_000

/** Characters of `entityId`, `applicationId` and `campaignReferenceId`. */
export const MAX_LABEL_LENGTH = 255

/** A longer validity counts as this one. */
export const MAX_VALIDITY_SECONDS = 48 * 3_600
