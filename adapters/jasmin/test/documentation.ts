import { code, renderParametersTable, renderTable } from '@heliograph/testkit'
import { REFUSALS } from '../src/errors.ts'
import { failureTable } from './failure-rows.ts'

/** Tables of the README, by their names there. */
export function documentation() {
  return {
    parameters: renderParametersTable([
      { names: ['username'], required: true, meaning: 'The e-mail of a user.' },
      { names: ['password'], required: true, meaning: 'An API key of that user, or its password.' },
      { names: ['to'], required: true, meaning: 'One receiver in local or international form.' },
      { names: ['content'], required: false, meaning: 'The text, or octets, by `coding`.' },
      { names: ['hex-content'], required: false, meaning: 'The same in hexadecimal; one of the two is required.' },
      {
        names: ['coding'],
        required: false,
        meaning:
          '0 UTF-8 (as `hex-content` GSM 03.38), 1 and 3 Latin 1, 5, 10, 13 Japanese, 6 Cyrillic, 7 Hebrew, 8 UCS-2, 14 Korean; 2, 4 and 9 octets.',
      },
      { names: ['from'], required: false, meaning: 'A channel of the client; any other means the default one.' },
      { names: ['priority'], required: false, meaning: '0 to 3; 2 and 3 go before others.' },
      { names: ['sdt'], required: false, meaning: 'When it is sent, as in SMPP: `YYMMDDhhmmsstnnp`.' },
      { names: ['validity-period'], required: false, meaning: 'Minutes from now until it is no longer worth sending.' },
      { names: ['dlr-url'], required: false, meaning: 'Where receipts go.' },
      {
        names: ['dlr-level'],
        required: false,
        meaning: '1, the default: whether a network took it. 2: what became of it. 3: both.',
      },
      { names: ['dlr-method'], required: false, meaning: '`GET` or `POST`, the default.' },
      { names: ['dlr'], required: false, meaning: 'Checked and not used: a URL and a level say all.' },
      { names: ['tags'], required: false, meaning: 'A label that reports have as the reference.' },
      { names: ['custom_tlvs'], required: false, meaning: 'Accepted and not used.' },
    ]),
    refusals: renderTable(
      ['Status', 'Text'],
      [
        ...Object.values(REFUSALS).map((text) => ['400', code(text)]),
        ['400', '`Mandatory argument [<name>] is not found.`'],
        ['400', '`Argument [<name>] is unknown.`'],
        ['400', '`Argument [<name>] has an invalid value: [<value>].`'],
      ],
    ),
    failures: renderTable(['What', '`/send`', '`/secure/send`'], failureTable),
  }
}
