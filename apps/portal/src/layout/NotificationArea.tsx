import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Where notes about what was done appear. Notes from before it is loaded appear once it is. */
export default function NotificationArea() {
  return <Notifications position="bottom-right" limit={4} />
}
