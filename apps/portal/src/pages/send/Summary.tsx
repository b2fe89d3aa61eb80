import { Alert, Paper, Stack, Text, Title } from '@mantine/core'
import { IconBraces, IconPhoneX, IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Schemas } from '../../api/client.ts'
import { QuietNote } from '../../components/QuietNote.tsx'
import { useBalance } from '../../components/use-balance.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { quietHoursTexts } from '../../texts/quiet-hours.ts'
import { sendTexts } from '../../texts/send.ts'
import { Figure } from './Figure.tsx'
import { Samples } from './Samples.tsx'
import { formatSender } from './SendOptions.tsx'

interface SummaryProps {
  readonly preview: Schemas['SendPreview'] | undefined
  readonly children: ReactNode
}

/** What a message needs and costs before it is sent, and who does not get it. */
export function Summary({ preview, children }: SummaryProps) {
  const texts = useTexts(sendTexts)
  const { number, money, phone } = useFormatters()
  const balance = useBalance()
  const isShown = preview !== undefined
  return (
    <Paper component="section" aria-label={texts.summary} style={{ position: 'sticky', top: '5rem' }}>
      <Stack gap="sm">
        <Title order={2}>{texts.summary}</Title>
        <div aria-live="polite">
          <Figure
            label={texts.characters}
            hint={isShown ? texts.left({ count: number(preview.remaining) }) : undefined}
          >
            {isShown ? number(preview.units) : '–'}
          </Figure>
          <Figure label={texts.parts}>{isShown ? number(preview.parts) : '–'}</Figure>
          <Figure label={texts.encoding}>{isShown ? texts[preview.encoding] : '–'}</Figure>
          <Figure label={texts.sender}>
            {isShown && preview.sender !== null ? formatSender(preview.sender, { phone }) : '–'}
          </Figure>
          <Figure label={texts.willGet}>
            {isShown ? `${preview.isUpload ? '> ' : ''}${number(preview.recipients)}` : '–'}
          </Figure>
          <Figure label={texts.price} hint={balance} isStrong>
            {isShown && !preview.isUpload ? money(preview.price.amount, preview.price.currency) : '–'}
          </Figure>
        </div>
        {isShown && <HeldNote preview={preview} />}
        {isShown && <LeftOut preview={preview} />}
        {isShown && preview.isPersonal && <Samples samples={preview.samples} />}
        {children}
      </Stack>
    </Paper>
  )
}

/** How many wait for the end of quiet hours. */
export function HeldNote({ preview }: { readonly preview: Schemas['SendPreview'] }) {
  const texts = useTexts(quietHoursTexts)
  const { number } = useFormatters()
  const { held, recipients } = preview
  return held && <QuietNote text={texts.held({ count: number(held.messages), all: number(recipients), at: held.at })} />
}

function LeftOut({ preview }: { readonly preview: Schemas['SendPreview'] }) {
  const texts = useTexts(sendTexts)
  const { list, number, phone } = useFormatters()
  const shorten = (examples: readonly string[], count: number) =>
    `${list(examples.slice(0, 3))}${count > 3 ? ' …' : ''}`
  const { bad, badCount, optedOut, optedOutCount, repeated, missing, missingCount } = preview
  return (
    <>
      {badCount > 0 && (
        <Alert color="red" p="xs" icon={<IconPhoneX aria-hidden />}>
          {texts.bad({ count: number(badCount), examples: shorten(bad, badCount) })}
        </Alert>
      )}
      {optedOutCount > 0 && (
        <Alert color="orange" p="xs" icon={<IconUserOff aria-hidden />}>
          {texts.optedOut({ count: number(optedOutCount), examples: shorten(optedOut.map(phone), optedOutCount) })}
        </Alert>
      )}
      {missingCount > 0 && (
        <Alert color="orange" p="xs" icon={<IconBraces aria-hidden />}>
          {texts.personal.missing({ count: number(missingCount), examples: shorten(missing.map(phone), missingCount) })}
        </Alert>
      )}
      {repeated > 0 && (
        <Text size="sm" c="dimmed">
          {texts.repeated({ count: number(repeated) })}
        </Text>
      )}
    </>
  )
}
