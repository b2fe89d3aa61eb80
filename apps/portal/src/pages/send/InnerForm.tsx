import type { ReactNode } from 'react'

interface InnerFormProps {
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
}

/** A form that stands, in React, inside that of the message, which its events must not submit. */
export function InnerForm({ onSubmit, children }: InnerFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void onSubmit()
      }}
    >
      {children}
    </form>
  )
}
