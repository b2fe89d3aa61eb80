import { isolate } from '../../language/isolate.ts'
import type { logInTexts } from '../log-in.ts'
import type { Translated } from '../translation.ts'
import { counted } from './counted.ts'

export const logIn: Translated<typeof logInTexts> = {
  title: 'تسجيل الدخول',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  logIn: 'تسجيل الدخول',
  code: 'الرمز',
  codeHelp: 'الأرقام الستة التي يعرضها تطبيق المصادقة، أو أحد رموز الاسترداد.',
  ended: 'انتهت جلستك. سجّل الدخول لتتابع من حيث توقفت؛ وما كنت تكتبه محفوظ.',
  byLink: 'أنت تسجّل الدخول برابط لمرة واحدة.',
  otherWay: 'تسجيل الدخول بالبريد الإلكتروني وكلمة المرور',
  or: 'أو',
  logInWith: (provider) => `تسجيل الدخول عبر ${isolate(provider)}`,
  problems: {
    'use-provider': 'تسجّل الدخول عبر مزوّد الهوية لشركتك: استخدم الزر أدناه.',
    'wrong-log-in': 'البريد الإلكتروني أو كلمة المرور غير صحيحة. كلمة المرور تميّز بين الأحرف الكبيرة والصغيرة.',
    'wrong-code': 'هذا الرمز خاطئ أو انتهت صلاحيته. انتظر الرمز التالي وحاول مرة أخرى.',
    'account-disabled': 'هذا الحساب معطّل. راجع أحد المسؤولين في شركتك.',
    'useless-link':
      'استُخدم هذا الرابط من قبل، أو مضى عليه أكثر من 15 دقيقة. اطلب رابطًا جديدًا، أو سجّل الدخول بكلمة مرورك.',
  },
  locked: (seconds) =>
    `محاولات فاشلة كثيرة. حاول مرة أخرى بعد ${counted(seconds, ['ثانية واحدة', 'ثانيتين', 'ثوانٍ', 'ثانية', 'ثانية'])}.`,
}
