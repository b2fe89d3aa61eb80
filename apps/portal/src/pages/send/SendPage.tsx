import { Soon } from '../../components/Soon.tsx'

export function SendPage() {
  return <Soon page="send" />
}
