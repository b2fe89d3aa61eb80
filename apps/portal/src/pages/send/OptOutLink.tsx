import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTexts } from '../../language/define-texts.ts'
import { sendTexts } from '../../texts/send.ts'

/** The gateway puts the link of each recipient in its place, a short one where the deployment has an address for it. */
export const OPT_OUT = '{opt_out_link}'

export interface OptOutLinkProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** Puts the link to opt out behind the text. */
export function OptOutLink({ text, onChange }: OptOutLinkProps) {
  const { insertLink } = useTexts(sendTexts)
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconLink size={14} aria-hidden />}
      onClick={() => onChange(appended(text, OPT_OUT))}
    >
      {insertLink}
    </Button>
  )
}

/** The text with this behind it, apart from what is there. */
export function appended(text: string, piece: string): string {
  return `${text}${text === '' || /\s$/.test(text) ? '' : ' '}${piece}`
}
