import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../language/define-texts.ts'
import { useMe } from '../session/session.ts'
import { remedyTexts } from '../texts/remedies.ts'
import { type RemediableCode, remedyOf } from './remedies.ts'

/** Leads to where something can be done about a problem; nothing for users who may not. */
export default function RemedyLink({ code }: { readonly code: RemediableCode }) {
  const texts = useTexts(remedyTexts)
  const { label, to } = remedyOf(code)
  const address = to(useMe())
  if (address === undefined) return null
  return (
    <Anchor size="sm" underline="always" renderRoot={(props) => <Link to={address} {...props} />}>
      {texts[label]}
    </Anchor>
  )
}
