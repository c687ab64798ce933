/** Settings of what other programs are told, and where. A part of the schema. */
import { Type } from '@sinclair/typebox'
import { oneOf } from './kinds.ts'

/** How Comarch Optima calls a database. */
const base = (description: string, value: string) =>
  Type.String({
    description,
    default: value,
    pattern: '^[A-Z0-9.]{1,5}$',
    patternSays: 'up to five capitals and digits'
  })

export const integrationSettings = {
  eventsKeepDays: Type.Integer({
    description: 'How many days the feed of events, and what was sent to webhooks, is kept.',
    default: 90,
    minimum: 1,
    maximum: 3650
  }),
  webhookPrivate: oneOf(
    'Whether webhooks may lead into private networks, and by plain http: true for all of them, loopback for this machine alone. For ' +
      'receivers beside the server, where every administrator may be trusted with what only the server reaches. In the demo by itself loopback.',
    ['false', 'loopback', 'true'],
    'false'
  ),
  optimaSource: base('What Comarch Optima is told of this program in its files (BAZA_ZRD_ID).', 'OPONY'),
  optimaTarget: base(
    'What the database of Comarch Optima that reads the files is called there (BAZA_DOC_ID): its settings of distributed work name it.',
    'KSIEG'
  )
}
