import type { variableTexts } from '../template-variables.ts'
import type { Translated } from '../translation.ts'

export const templateVariables: Translated<typeof variableTexts> = {
  back: 'Zurück zu den Vorlagen',
  use: 'Diesen Text verwenden',
  preview: 'So kommt es an',
  parts: (count) => `${count} SMS`,
  toFill: 'Füllen Sie die Pflichtfelder aus, um den Text zu sehen.',
  asked: 'Das sind keine Felder von Kontakten. Sie werden abgefragt, wenn die Vorlage verwendet wird:',
  type: (name) => `Art von ${name}`,
  types: { text: 'Text', number: 'Zahl', date: 'Datum', choice: 'Auswahl' },
  fallback: (name) => `Ohne ${name}`,
  fallbackHelp: 'Leer: Ein Wert wird benötigt.',
  choices: (name) => `Auswahl für ${name}`,
  choicesHelp: 'Durch Kommas getrennt.',
}
