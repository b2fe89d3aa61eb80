import { Soon } from '../../components/Soon.tsx'

export function WebhooksPage() {
  return <Soon page="webhooks" />
}
