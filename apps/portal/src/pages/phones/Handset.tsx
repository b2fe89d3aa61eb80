import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { IconHandStop, IconSend } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { notifyProblem } from '../../components/notify.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { phonesTexts } from '../../texts/phones.ts'
import classes from './phones.module.css'
import { type Phone, type PhoneMessage, useAnswer } from './queries.ts'

/** A phone with its messages and a box to answer in. */
export function Handset({ phone }: { readonly phone: Phone }) {
  const texts = useTexts(phonesTexts)
  const list = useRef<HTMLOListElement>(null)
  const count = phone.messages.length
  const last = phone.messages.findLast(({ direction }) => direction === 'received')
  useEffect(() => {
    if (count > 0) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [count])
  return (
    <section className={classes.phone} aria-label={texts.phone({ number: phone.number })}>
      <div className={classes.screen}>
        <Text className={classes.head} fw={600} ta="center">
          {phone.number}
        </Text>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
        <ol ref={list} className={classes.messages} tabIndex={0} aria-label={texts.messages({ number: phone.number })}>
          {phone.messages.map((message) => (
            <Bubble key={message.order} message={message} />
          ))}
        </ol>
        {last !== undefined && <AnswerBox message={last} />}
      </div>
    </section>
  )
}

function Bubble({ message }: { readonly message: PhoneMessage }) {
  const texts = useTexts(phonesTexts)
  const { comma } = useFormatters()
  const { at, direction, peer, text } = message
  return (
    <li className={classes.message} data-direction={direction}>
      <div className={classes.bubble} dir="auto">
        {text}
      </div>
      <Text size="xs" c="dimmed" mt={2} ta={direction === 'answered' ? 'end' : 'start'}>
        {direction === 'received' ? texts.from({ peer }) : texts.to({ peer })}
        {comma}
        <TimeText moment={at} form="time" />
      </Text>
    </li>
  )
}

/** Answers the newest message of the phone. */
function AnswerBox({ message }: { readonly message: PhoneMessage }) {
  const texts = useTexts(phonesTexts)
  const [text, setText] = useState('')
  const answer = useAnswer()
  const { peer, smsId } = message
  if (!/^\d+$/.test(peer)) {
    return (
      <Text className={classes.foot} size="xs" c="dimmed">
        {texts.noAnswer({ peer })}
      </Text>
    )
  }
  const send = (words: string) =>
    answer.mutate({ smsId, text: words }, { onSuccess: () => setText(''), onError: (error) => notifyProblem(error) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') send(text)
  }
  return (
    <form className={classes.foot} onSubmit={submit}>
      <Group gap="xs" wrap="nowrap" mb="xs">
        <TextInput
          flex={1}
          radius="xl"
          aria-label={texts.answer}
          placeholder={texts.answer}
          maxLength={1000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ActionIcon type="submit" size="lg" radius="xl" aria-label={texts.send} loading={answer.isPending}>
          <IconSend size={18} />
        </ActionIcon>
      </Group>
      <Button
        variant="default"
        size="xs"
        radius="xl"
        leftSection={<IconHandStop size={14} />}
        onClick={() => send('STOP')}
        disabled={answer.isPending}
      >
        {texts.stop}
      </Button>
    </form>
  )
}
