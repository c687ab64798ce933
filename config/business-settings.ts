/** Settings of the business: how it writes to people, what they read of it, and the services of others. A part of the schema. */
import { Type } from '@sinclair/typebox'
import { address, oneOf, service } from './kinds.ts'

export const businessSettings = {
  outside: oneOf(
    'Whether this installation speaks to the outside. off is for a copy of another one: no e-mail, SMS, webhook, accounting, register, geocoder or ' +
      'identity provider is called, whatever their settings say; messages and what webhooks would have been sent are marked as held, and each page says so.',
    ['on', 'off'],
    'on'
  ),
  mailUrl: Type.String({
    description:
      'How e-mails go out: `log:` writes them to the log, smtp://user:password@host:587 or smtps:// sends them.',
    default: 'log:',
    pattern: '^(log:|smtps?://[^/\\s]+.*)$',
    patternSays: 'log: or smtp://user:password@host:587',
    secret: true
  }),
  businessName: Type.String({
    description:
      'Name of the business: what clients read in place of the names of its staff, and what e-mails and SMS are signed with.',
    default: 'Opony',
    minLength: 1,
    maxLength: 100
  }),
  businessLegalName: Type.String({
    description: 'Full name of the business on printed papers, as registers have it. Empty: BUSINESS_NAME.',
    default: '',
    maxLength: 200
  }),
  businessAddress: Type.String({
    description: 'Address of the business on printed papers. Empty: none. In the demo a made-up one.',
    default: '',
    maxLength: 200
  }),
  businessTaxNumber: Type.String({
    description: 'NIP of the business on printed papers. Empty: none. In the demo a made-up one.',
    default: '',
    pattern: '^\\d{10}$',
    patternSays: 'ten digits'
  }),
  businessBdo: Type.String({
    description: 'BDO number of the business on printed papers. Empty: none. In the demo a made-up one.',
    default: '',
    pattern: '^\\d{1,20}$',
    patternSays: 'up to 20 digits'
  }),
  wasteCode: Type.String({
    description: 'Waste code on printed papers. The code of used tyres is 16 01 03.',
    default: '16 01 03',
    pattern: '^\\d{2} \\d{2} \\d{2}\\*?$',
    patternSays: 'a code such as 16 01 03'
  }),
  contactPhone: Type.String({
    description:
      'Telephone that the portal names where people need help: at the sign-in, in the menu, where an order can no longer be changed. It stands under e-mails, too. Empty: none. In the demo a made-up one.',
    default: '',
    pattern: '^\\+?\\d[\\d ()-]{4,28}$',
    patternSays: 'a telephone number such as +48 600 700 800'
  }),
  contactEmail: Type.String({
    description:
      'E-mail address that the portal names beside CONTACT_PHONE; answers to e-mails go there. Empty: none. In the demo a made-up one.',
    default: '',
    pattern: '^[^\\s<>@]+@[^\\s<>@]+$',
    patternSays: 'name@example.com'
  }),
  mailFrom: Type.String({
    description: 'Sender of the e-mails.',
    default: 'Opony <no-reply@localhost>',
    pattern: '^([^<>@\\r\\n]+ <[^\\s<>@]+@[^\\s<>@]+>|[^\\s<>@]+@[^\\s<>@]+)$',
    patternSays: 'name@example.com or Name <name@example.com>'
  }),
  smsUrl: Type.String({
    description:
      'How SMS go out: `log:` writes them to the log, the address of a gateway that speaks SMSAPI sends them.',
    default: 'log:',
    pattern: '^(log:|https?://[^/\\s]+.*)$',
    patternSays: 'log: or https://api.smsapi.pl'
  }),
  smsToken: Type.String({
    description: 'Token of the SMS gateway.',
    default: '',
    maxLength: 1024,
    secret: true
  }),
  smsFrom: Type.String({
    description: 'Sender name of the SMS, as the gateway has it registered. Empty: the one of the gateway.',
    default: '',
    maxLength: 11
  }),
  termsUrl: address(
    'Page with the terms that are accepted at registration. Empty: people accept the price list alone.',
    ['http', 'https']
  ),
  accountingUrl: address(
    'Connector of the accounting system, as https://accounting.example.com/api. Empty: none, and numbers are typed by hand; the demo has one built in.',
    ['http', 'https']
  ),
  accountingConnector: oneOf(
    'What ACCOUNTING_URL speaks: signed, the protocol of ours that a connector implements, or fakturownia, the account of the firm at Fakturownia (https://firm.fakturownia.pl), ' +
      'which makes the invoices.',
    ['signed', 'fakturownia'],
    'signed'
  ),
  accountingToken: Type.String({
    description: 'The API token of the account at Fakturownia.',
    default: '',
    maxLength: 1024,
    secret: true
  }),
  accountingPaymentDays: Type.Integer({
    description: 'Days to pay an invoice that Fakturownia makes for an order that is paid by transfer.',
    default: 14,
    minimum: 0,
    maximum: 120
  }),
  accountingSecret: Type.String({
    description: 'Shared with the accounting connector: it signs the calls of both sides. At least 32 characters.',
    default: '',
    maxLength: 1024,
    secret: true
  }),
  vatListUrl: service(
    'Register that is asked for Polish companies: an address that speaks as the Ministry of Finance’s list of VAT payers. ' +
      '`none`: people type the data in. In the demo by itself `demo:`, a built-in one with made-up companies.',
    'https://wl-api.mf.gov.pl'
  ),
  viesUrl: service(
    'Register that is asked for German, Slovak, Estonian and Czech companies: an address that speaks as the EU’s VIES. ' +
      '`none`: people type the data in. In the demo by itself `demo:`.',
    'https://ec.europa.eu/taxation_customs/vies'
  ),
  geocodingUrl: service(
    'Finds the position of an address: a service that speaks as Nominatim, asked once a second at most. `none`: positions are ' +
      'chosen on the map. In the demo by itself `demo:`, which knows the towns of the demo.',
    'https://nominatim.openstreetmap.org'
  )
}
