import { Soon } from '../../components/Soon.tsx'

export function ChannelsPage() {
  return <Soon page="channels" />
}
