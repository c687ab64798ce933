/** Settings of the state's register of waste (BDO). A part of the schema. */
import { Type } from '@sinclair/typebox'
import { oneOf, service } from './kinds.ts'

export const wasteSettings = {
  bdoUrl: service(
    'The state’s register of waste (BDO), where transfer cards are read and confirmed: https://rejestr-bdo.mos.gov.pl/api, or ' +
      'https://test-bdo.mos.gov.pl/api to try it. `none`: cards are kept by hand. In the demo by itself `demo:`, a built-in one with the cards of ' +
      'the demo’s orders.',
    'none'
  ),
  bdoClientId: Type.String({
    description: 'The ClientId of the firm’s keys, which its main user makes in the register (Opcje, API).',
    default: '',
    maxLength: 100
  }),
  bdoClientSecret: Type.String({
    description: 'The ClientSecret that belongs to BDO_CLIENT_ID.',
    default: '',
    maxLength: 200,
    secret: true
  }),
  bdoEupIds: Type.String({
    description:
      'Places of the firm (EUP) whose cards are read, comma-separated, by their ids in the register. Empty: all places of the keys.',
    default: '',
    maxLength: 4000,
    pattern: '^[\\w-]{1,64}(\\s*,\\s*[\\w-]{1,64})*$',
    patternSays: 'ids, separated by commas'
  }),
  bdoVersion: oneOf(
    'Which interface BDO_URL has: 2026, 2027 (the changes of 1 January 2027, of which several names are not confirmed yet), or auto, by the date.',
    ['auto', '2026', '2027'],
    'auto'
  ),
  bdoRecords: Type.Boolean({
    description:
      'Whether the firm keeps its record of received waste (KEO) by this application: received cards are entered in it, and those without an entry are ' +
      'found. The record cards of each place, code and year must be in the register. `false` where the record is kept elsewhere. In the demo `true`.',
    default: false
  }),
  wasteProcess: Type.String({
    description:
      'The process of recovery or disposal that the business takes waste for, on transfer cards that are made from orders: R3 or R13, for example.',
    default: 'R12',
    pattern: '^[RD]\\d{1,2}$',
    patternSays: 'R or D and a number'
  }),
  missingCardDays: Type.Integer({
    description:
      'Validator “missing transfer card”: an order was completed more than so many days ago, and no card belongs to it.',
    default: 2,
    minimum: 1,
    maximum: 89
  }),
  unconfirmedCardDays: Type.Integer({
    description:
      'Validator “unconfirmed transfer card”: a card of an order has waited for more than so many days for the business to confirm its receipt or transport.',
    default: 1,
    minimum: 1,
    maximum: 365
  }),
  missingEntryDays: Type.Integer({
    description:
      'Validator “card without an entry”, where BDO_RECORDS is true: a card of an order was received more than so many days ago, and is not entered in the record.',
    default: 7,
    minimum: 1,
    maximum: 89
  })
}
