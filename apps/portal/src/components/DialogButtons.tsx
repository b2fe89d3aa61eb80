import { Button, Group } from '@mantine/core'

interface DialogButtonsProps {
  readonly cancel: string
  readonly submit: string
  /** What the form says is under way. */
  readonly isBusy: boolean
  onCancel(): void
}

/** The foot of a form in a dialogue: leave it, or send it. */
export function DialogButtons({ cancel, submit, isBusy, onCancel }: DialogButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </Group>
  )
}
