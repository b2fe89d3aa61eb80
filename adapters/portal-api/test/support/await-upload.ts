import type { UploadState } from '@heliograph/contracts'
import type { EngineCaller } from './engine-kit.ts'

/** Asks for an upload until it is in a state, or so many of its messages are submitted. Resolves with the answer. */
export async function awaitUpload(
  { ask, kit }: EngineCaller,
  uploadId: number,
  wanted: UploadState | { readonly submitted: number },
) {
  let last = (await ask('user', 'GET', `/uploads/${uploadId}`)).json
  const isThere = () => (typeof wanted === 'string' ? last.state === wanted : last.submitted === wanted.submitted)
  await kit.world.node.until(
    async () => {
      if (isThere()) return true
      last = (await ask('user', 'GET', `/uploads/${uploadId}`)).json
      return isThere()
    },
    `upload ${uploadId} is ${JSON.stringify(wanted)}`,
  )
  return last
}
