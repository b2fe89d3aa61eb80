import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { channelTexts } from '../../texts/channels.ts'
import { useOutgoingNumbers } from './queries.ts'

type FieldProps = Pick<
  TextInputProps & NativeSelectProps,
  'name' | 'label' | 'description' | 'error' | 'value' | 'onChange' | 'onBlur' | 'onFocus'
>

/**
 * The number that messages go out from. An operator types any number, which is thereby given to the client; others
 * choose among the numbers that the client has.
 */
export function OutgoingNumberField(props: FieldProps) {
  const texts = useTexts(channelTexts)
  const isOperator = useMe().role === 'operator'
  const { data } = useOutgoingNumbers({ enabled: !isOperator })
  if (isOperator) return <TextInput {...props} type="tel" autoComplete="off" />
  const present = props.value ? [String(props.value)] : []
  const numbers = new Set([...(data?.records ?? []).map(({ number }) => number), ...present])
  return <NativeSelect {...props} data={[{ value: '', label: texts.incomingNumberItself }, ...numbers]} />
}
