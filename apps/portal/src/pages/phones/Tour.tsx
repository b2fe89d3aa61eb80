import { Alert, Anchor, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconBan, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { phonesTexts } from '../../texts/phones.ts'
import { type Phone, useSendToPhone } from './queries.ts'
import { Steps } from './Steps.tsx'

/**
 * An initial number, which the simulated network delivers to. It is in no example, because the tour ends with its
 * opt-out.
 */
const FIRST_NUMBER = '27829876543'

/** Another one, for those who go on after the opt-out. */
const SECOND_NUMBER = '27829876544'

/**
 * The user's progress: sent (1), arrived (2), stopped (3), blocked (4). It is judged by what the phones show, however
 * that came about.
 */
function progressOf(phones: readonly Phone[], number: string, hasSent: boolean, isBlocked: boolean): number {
  if (isBlocked) return 4
  const messages = phones.find((phone) => phone.number === number)?.messages ?? []
  const answers = messages.filter(({ direction }) => direction === 'answered')
  if (answers.some(({ text }) => /\bstop\b/i.test(text))) return 3
  if (messages.length > 0) return 2
  return hasSent ? 1 : 0
}

/** The first steps: send, watch it arrive, answer STOP, see the block. */
export function Tour({ phones, onSkip }: { readonly phones: readonly Phone[]; readonly onSkip: () => void }) {
  const { tour: texts } = useTexts(phonesTexts)
  const [to, setTo] = useState(FIRST_NUMBER)
  const [text, setText] = useState(texts.hello)
  const send = useSendToPhone()
  const number = to.replace(/\D/g, '')
  const isBlocked = send.data?.refused.some(({ state }) => state === 'opted-out') === true
  const progress = progressOf(phones, number, send.isSuccess, isBlocked)
  const takeSecond = () => {
    setTo(SECOND_NUMBER)
    send.reset()
  }
  const { action } = progress >= 3 ? texts.block : texts.send
  return (
    <Paper component="section" aria-label={texts.title} withBorder p="lg">
      <Group justify="space-between" wrap="nowrap" mb="md">
        <Title order={2}>{texts.title}</Title>
        <Button variant="subtle" size="xs" flex="none" onClick={onSkip}>
          {texts.skip}
        </Button>
      </Group>
      <Steps steps={[texts.send, texts.arrive, texts.stop, texts.block]} done={progress} />
      <Stack gap="sm">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            send.mutate({ to, text })
          }}
        >
          <Group align="flex-end" gap="sm">
            <TextInput
              label={texts.to}
              w={{ base: '100%', sm: '11rem' }}
              value={to}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
            />
            <TextInput
              label={texts.text}
              flex={1}
              miw="14rem"
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <Button type="submit" leftSection={<IconSend size={16} />} loading={send.isPending}>
              {action}
            </Button>
          </Group>
        </form>
        {send.isError && <ErrorState error={send.error} />}
        {isBlocked && (
          <Alert color="orange" icon={<IconBan aria-hidden />} role="status">
            {texts.blocked} {number === FIRST_NUMBER && <SecondNumber onTake={takeSecond} />}
            <Anchor
              component={Link}
              to="/contacts/$mobile"
              params={{ mobile: number } as never}
              size="sm"
              underline="always"
            >
              {texts.undo}
            </Anchor>
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          {texts.next}{' '}
          <Anchor component={Link} to="/developers" size="sm" underline="always">
            {texts.developers}
          </Anchor>
        </Text>
      </Stack>
    </Paper>
  )
}

/** The first number has opted out: a second one goes on receiving. */
function SecondNumber({ onTake }: { readonly onTake: () => void }) {
  const { tour: texts } = useTexts(phonesTexts)
  return (
    <Anchor component="button" type="button" size="sm" underline="always" onClick={onTake} me="md">
      {texts.second}
    </Anchor>
  )
}
