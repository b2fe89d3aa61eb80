import type { variableTexts } from '../template-variables.ts'
import type { Translated } from '../translation.ts'

export const templateVariables: Translated<typeof variableTexts> = {
  back: 'Zurück zu den Vorlagen',
  use: 'Diesen Text verwenden',
  preview: 'So kommt es an',
  parts: (count) => `${count} SMS`,
  toFill: 'Füllen Sie die Pflichtfelder aus, um den Text zu sehen.',
  faults: {
    'is required': 'Dieser Wert wird benötigt.',
    'must be a number': 'Das muss eine Zahl sein.',
    'must be a date, such as 2026-01-31': 'Das muss ein Datum sein.',
    'must be one of the choices': 'Wählen Sie einen der Werte aus.',
  },
  wrong: 'Dieser Wert kann nicht verwendet werden.',
  asked: 'Das sind keine Felder von Kontakten. Sie werden abgefragt, wenn die Vorlage verwendet wird:',
  type: (name) => `Art von ${name}`,
  types: { text: 'Text', number: 'Zahl', date: 'Datum', choice: 'Auswahl' },
  fallback: (name) => `Ohne ${name}`,
  fallbackHelp: 'Leer: Ein Wert wird benötigt.',
  choices: (name) => `Auswahl für ${name}`,
  choicesHelp: 'Durch Kommas getrennt.',
}
