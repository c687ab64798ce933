/**
 * What `npm run mask` does with each column that holds a text, so that a copy of the database names no person. A column stands in exactly one
 * of the three lists: a test compares them with the tables, so that a new column is decided about. What replaces a value follows from the
 * row's number alone: two copies are masked alike, and a person has the same made-up name everywhere.
 */

/** Made-up names, by the number of a row. */
const firstNames = "array['Anna','Jan','Maria','Piotr','Ewa','Adam','Zofia','Marek','Julia','Tomasz','Olga','Paweł']"
const lastNames = "array['Nowak','Lis','Wilk','Sowa','Mazur','Król','Dudek','Zając','Kos','Bąk','Wrona']"
const firstName = (id: string): string => `(${firstNames})[1 + ${id} % 12]`
const lastName = (id: string): string => `(${lastNames})[1 + (${id} / 12) % 11] || ' ' || ${id}`
/** Nine digits that no network gives out. */
const phone = (id: string): string => `'000' || lpad((${id} % 1000000)::text, 6, '0')`
const email = (kind: string, id: string): string => `'${kind}-' || ${id} || '@example.invalid'`
const street = (id: string): string => `'Przykładowa ' || ${id}`
const given = (column: string, value: string): string => `case when ${column} is not null then ${value} end`
const masked = (column: string): string => given(column, `'(masked)'`)

/** A private person is a client; a company's own name and address are public. */
const ofPerson = (id: string, column: string, value: string): string =>
  `case when exists (select from companies.companies who where who.id = ${id} and who.client_type = 1) then ${value} else ${column} end`

/** Keys of what history keeps of a row. */
const personalKeys =
  "array['firstName','lastName','phone','phoneNumber','email','street','contactPhone','contactEmail','contactPerson','description','additionalInfo','content','comment','note','name','shortName','remarks','restReason','withdrawReason']"

/** Columns with the expression that replaces them, by their tables. */
export const replaced: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'users.accounts': {
    first_name: given('first_name', firstName('id')),
    last_name: given('last_name', lastName('id')),
    phone: given('phone', phone('id')),
    email: `case when erased_at is null then ${email('person', 'id')} else email end`,
    // Whoever has a password in the installation has none in its copy: npm run admin makes the first who has.
    password_hash: 'null'
  },
  'companies.companies': {
    name: `case when client_type = 1 then ${firstName('id')} || ' ' || ${lastName('id')} else name end`,
    short_name: `case when client_type = 1 then ${lastName('id')} else short_name end`,
    street: `case when client_type = 1 then ${street('id')} else street end`,
    deactivation_reason: masked('deactivation_reason')
  },
  'companies.departments': {
    street: ofPerson('company_id', 'street', street('id')),
    description: masked('description')
  },
  'companies.reception_places': {
    phone: given('phone', phone('id')),
    email: given('email', email('place', 'id')),
    street: ofPerson('company_id', 'street', street('id')),
    latitude: ofPerson('company_id', 'latitude', 'round(latitude::numeric, 1)::float8'),
    longitude: ofPerson('company_id', 'longitude', 'round(longitude::numeric, 1)::float8'),
    deactivation_reason: masked('deactivation_reason')
  },
  // who signs, what is written and where the phone was; no device of the installation calls its copy
  'driver.devices': {
    name: masked('name'),
    code_hash: 'null',
    token_hash: given('token_hash', `sha256(('device ' || id)::bytea)`)
  },
  'driver.events': {
    data: `case when type = 3 then '{"name":"(masked)","path":"M0 0 L1 1"}'::jsonb else data - 'note' end`,
    latitude: 'null',
    longitude: 'null'
  },
  'evidence.rows': { place: `'Przykładowa ' || place_id` },
  'evidence.statements': {
    company_name: ofPerson(
      'company_id',
      'company_name',
      `${firstName('company_id')} || ' ' || ${lastName('company_id')}`
    ),
    address: ofPerson('company_id', 'address', street('company_id')),
    place: given('place', `'Przykładowa ' || place_id`),
    // the copy's papers do not lead to the pages of the installation
    token: `lpad(id::text, 32, '0')`,
    withdraw_reason: masked('withdraw_reason')
  },
  'files.files': { original_name: `'file-' || id || substring(original_name from '\\.[a-zA-Z]{2,5}$')` },
  'iot.containers': { description: masked('description') },
  'iot.round_stops': { note: masked('note') },
  'kernel.changes': {
    before: `before - ${personalKeys}`,
    after: `after - ${personalKeys}`,
    // The sentences of history keep their places.
    params: `params || (select coalesce(jsonb_object_agg(key, '(masked)'), '{}') from jsonb_object_keys(params) key where key = any (${personalKeys}))`
  },
  // of a file without headers they are its first row
  'imports.imports': { columns: `'[]'` },
  'notifications.messages': {
    address: given(
      'address',
      `case when channel = 0 then ${phone('account_id')} else ${email('person', 'account_id')} end`
    ),
    subject: masked('subject'),
    body: `'(masked)'`,
    detail: masked('detail')
  },
  'notifications.subjects': { snapshot: 'null' },
  'orders.accounting_events': { signed_text: `'(masked)'` },
  'orders.comments': { content: `'(masked)'` },
  'orders.orders': {
    additional_info: masked('additional_info'),
    cancellation_comment: masked('cancellation_comment')
  },
  'users.sessions': { address: 'null', device: 'null' },
  'validators.findings': { comment: masked('comment') },
  'validators.reconciliations': { comment: masked('comment') },
  'warehouse.documents': { description: masked('description') },
  'waste.acts': { reason: masked('reason'), problem: masked('problem') },
  'waste.cards': {
    received_by: given('received_by', `${firstName('id')} || ' ' || ${lastName('id')}`),
    remarks: masked('remarks')
  },
  'waste.drafts': { problem: masked('problem') },
  'waste.entries': { problem: masked('problem') },
  'weights.tickets': {
    note: masked('note'),
    rest_reason: masked('rest_reason'),
    withdraw_reason: masked('withdraw_reason')
  }
}

/** Tables that a copy does without: what waits, what signs in, and copies of rows. */
export const emptied: readonly string[] = [
  'companies.positions',
  'companies.register_answers',
  'files.uploads',
  'files.links',
  'integrations.accounting_documents',
  'integrations.accounting_runs',
  'imports.faults',
  'imports.made',
  'imports.remembered',
  'integrations.api_keys',
  'integrations.attempts',
  'integrations.calendars',
  'integrations.deliveries',
  'integrations.webhooks',
  'kernel.call_counts',
  'kernel.events',
  'kernel.failed_jobs',
  'kernel.idempotency',
  'kernel.stranger_calls',
  'notifications.news',
  'notifications.own_news',
  'orders.undo',
  'reports.files',
  'users.external_codes',
  'users.external_sign_ins',
  'users.guesses',
  'users.identities',
  'users.links',
  'users.recovery_codes',
  'users.remembered',
  'users.second_factors',
  'waste.client_keys'
]

/** Columns that name nobody: words of the business, numbers of things, public data of companies. `*`: all of the table. */
export const left: Readonly<Record<string, readonly string[]>> = {
  // Nothing may change it; who acted is a number there. Addresses of networks go after SECURITY_EVENTS_DAYS.
  'audit.addresses': ['*'],
  'audit.entries': ['*'],
  'audit.security_events': ['*'],
  'catalogue.dictionary_values': ['*'],
  'catalogue.order_type_items': ['*'],
  'catalogue.order_types': ['*'],
  'companies.companies': ['tax_number', 'regon', 'bdo_number', 'city', 'postal_code', 'register_request_id'],
  'companies.departments': ['city', 'postal_code'],
  'companies.reception_places': ['city', 'postal_code', 'bdo_number', 'receiving_from', 'receiving_to'],
  'companies.register_pauses': ['*'],
  'driver.reports': ['told'],
  'evidence.emissions': ['*'],
  'evidence.factors': ['*'],
  'evidence.rows': ['waste_code', 'order_number', 'card_number', 'tickets', 'process'],
  'evidence.statements': ['number', 'tax_number', 'language', 'waste_code'],
  'files.files': ['folder', 'blob_name', 'content_type', 'sha256'],
  'fleet.operators': ['*'],
  'fleet.vehicles': ['*'],
  'integrations.accounting_mappings': ['*'],
  'imports.imports': ['kind', 'blob_name', 'failure', 'failure_params'],
  'iot.containers': ['container_number', 'imei', 'iccid', 'ser_no', 'secret_hash', 'broker_hash'],
  'iot.rejected_readings': ['*'],
  'kernel.changes': ['resource_type', 'code'],
  'kernel.counts': ['*'],
  'kernel.queues': ['*'],
  'notifications.messages': ['gateway_id'],
  'notifications.subjects': ['resource_type'],
  'orders.accounting_events': ['id'],
  // Made anew from the names after them.
  'orders.order_search': ['*'],
  'orders.orders': ['number', 'vat_symbol', 'kpo', 'reason_for_cancellation', 'optima_number', 'invoice_number'],
  'orders.price_reasons': ['*'],
  'orders.renamed': ['*'],
  'public.migrations': ['*'],
  'reports.region_prefixes': ['*'],
  'reports.saved_sets': ['*'],
  'users.sessions': ['policy'],
  'validators.kinds': ['*'],
  'validators.reconciliations': ['kpo', 'invoice_number'],
  'validators.run_steps': ['*'],
  'validators.runs': ['*'],
  'views.saved_views': ['*'],
  'warehouse.documents': ['number', 'order_number'],
  'warehouse.internal_stores': ['*'],
  // firms in a public register
  'waste.cards': [
    ...[
      'register_id',
      'number',
      'waste_code',
      'waste_code_description',
      'plate',
      'process',
      'carrier_eup',
      'receiver_eup'
    ],
    ...['sender', 'carrier', 'receiver'].flatMap(party => [`${party}_name`, `${party}_tax_number`, `${party}_number`])
  ],
  'waste.drafts': ['place', 'waste_code', 'process', 'plate', 'store', 'register_id', 'number'],
  'waste.entries': ['waste_code'],
  'waste.polls': ['*'],
  'weights.readings': ['*'],
  'weights.scales': ['*'],
  'weights.tickets': ['number']
}
