import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Where notes of what was done show up. What is noted before it is loaded shows once it is. */
export default function NotificationArea() {
  return <Notifications position="bottom-right" limit={4} />
}
