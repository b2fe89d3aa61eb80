import { defineTexts } from '../language/define-texts.ts'

export const variableTexts = defineTexts('templateVariables', {
  en: {
    back: 'Back to the templates',
    use: 'Use this text',
    preview: 'As it will arrive',
    parts: (count: string) => (count === '1' ? '1 SMS' : `${count} SMS`),
    toFill: 'Fill in what is required to see the text.',
    asked: 'These are no fields of contacts. They are asked for when the template is used:',
    type: (name: string) => `Kind of ${name}`,
    types: { text: 'Text', number: 'Number', date: 'Date', choice: 'Choice' },
    fallback: (name: string) => `Without ${name}`,
    fallbackHelp: 'Empty: a value is required.',
    choices: (name: string) => `Choices for ${name}`,
    choicesHelp: 'Separated by commas.',
  },
  fr: {
    back: 'Retour aux modèles',
    use: 'Utiliser ce texte',
    preview: 'Tel qu’il arrivera',
    parts: (count: string) => `${count} SMS`,
    toFill: 'Remplissez ce qui est obligatoire pour voir le texte.',
    asked: 'Ce ne sont pas des champs de contacts. Ils sont demandés à l’utilisation du modèle :',
    type: (name: string) => `Nature de ${name}`,
    types: { text: 'Texte', number: 'Nombre', date: 'Date', choice: 'Choix' },
    fallback: (name: string) => `Sans ${name}`,
    fallbackHelp: 'Vide : une valeur est obligatoire.',
    choices: (name: string) => `Choix pour ${name}`,
    choicesHelp: 'Séparés par des virgules.',
  },
})
