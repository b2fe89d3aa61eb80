import { Soon } from '../../components/Soon.tsx'

export function MessagesPage() {
  return <Soon page="messages" />
}
