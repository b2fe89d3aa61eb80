import { defineTexts } from '../language/define-texts.ts'

export const logInTexts = defineTexts({
  en: { title: 'Log in', email: 'E-mail', password: 'Password', logIn: 'Log in' },
  fr: { title: 'Connexion', email: 'E-mail', password: 'Mot de passe', logIn: 'Se connecter' },
})
