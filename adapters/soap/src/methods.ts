import type { Method } from './method.ts'
import { about } from './methods/about.ts'
import { getApiKey } from './methods/get-api-key.ts'
import { getUser } from './methods/get-user.ts'
import { phonebookSize } from './methods/phonebook-size.ts'
import { sendSms } from './methods/send-sms.ts'

/** Every method of the service. */
export const METHODS: readonly Method[] = [about, sendSms, getApiKey, getUser, phonebookSize]
