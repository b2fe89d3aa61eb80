import type { BlobRecord } from '@heliograph/contracts'

/** What is the same in every header (RFC 6266 section 4.3); anything else becomes a low line. */
const PLAIN = /[^A-Za-z0-9._-]/g
/** RFC 8187 section 3.2.1 leaves these to be escaped as well. */
const NOT_ESCAPED = /['()*!]/g

/**
 * Headers with which a browser saves a file and shows nothing of it: it came from anyone. Its name is given twice, for
 * browsers that read UTF-8 and for those that do not.
 */
export function attachmentHeaders({ blobId, fileName, mediaType }: BlobRecord): Readonly<Record<string, string>> {
  const given = fileName === null || fileName.trim() === '' ? blobId : fileName
  // Half of a pair cannot be escaped.
  const name = Buffer.from(given, 'utf8').toString('utf8')
  const escaped = encodeURIComponent(name).replace(
    NOT_ESCAPED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return {
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${name.replace(PLAIN, '_')}"; filename*=UTF-8''${escaped}`,
  }
}
