/** Characters of the ids a client chooses: messageId and bulkId. */
export const MAX_ID_LENGTH = 200
