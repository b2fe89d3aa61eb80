import { isolate } from '../../language/isolate.ts'
import type { speedLimitTexts } from '../speed-limit.ts'
import type { Translated } from '../translation.ts'

export const speedLimit: Translated<typeof speedLimitTexts> = {
  label: 'أقصى ما يُرسل',
  help: 'عدد أجزاء الرسائل، موزعة بالتساوي على المدة. إذا تُرك فارغًا: بأسرع ما يمكن.',
  noneYet: 'الرسائل التي حان موعدها تُرسل كما هي. لإبطائها هي أيضًا، أوقف الحملة مؤقتًا أولًا.',
  unit: 'المدة لهذا العدد',
  units: { minute: 'في الدقيقة', hour: 'في الساعة', day: 'في اليوم' },
  takes: (time) => `يستغرق الإرسال بهذه السرعة نحو ${isolate(time)}.`,
  limit: 'حد السرعة:',
  atMost: (parts, time) => `${isolate(parts)} من أجزاء الرسائل كحد أقصى خلال ${isolate(time)}`,
  ends: 'ينتهي بهذه السرعة:',
}
