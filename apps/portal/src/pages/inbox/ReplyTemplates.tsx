import { notifyProblem } from '../../components/notify.tsx'
import { Templates } from '../send/Templates.tsx'
import { previewReply } from './queries.ts'

interface ReplyTemplatesProps {
  /** The answer that is being written. */
  readonly text: string
  /** The contact's number, E.164 digits. */
  readonly mobile: string
  readonly onUse: (text: string) => void
}

/** The saved texts; a chosen one says what the contact has, so that the answer is seen before it is sent. */
export function ReplyTemplates({ text, mobile, onUse }: ReplyTemplatesProps) {
  async function fill(template: string) {
    try {
      const { isPersonal, unknown, samples } = await previewReply(template, mobile)
      const [filled] = samples
      const isFilled = isPersonal && unknown.length === 0 && filled?.isMissing === false
      // What cannot be filled in stays as it is: the API refuses it, and says why.
      onUse(isFilled ? filled.filled : template)
    } catch (error) {
      notifyProblem(error)
    }
  }
  return <Templates text={text} recipients={[`+${mobile}`]} onUse={(template) => void fill(template)} />
}
