import { Soon } from '../../components/Soon.tsx'

export function ContactsPage() {
  return <Soon page="contacts" />
}
