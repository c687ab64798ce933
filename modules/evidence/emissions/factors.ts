/**
 * The factors by which the emissions of statements are calculated. They are the owner's own, with their source: none come with the application.
 * A statement keeps those with which it was issued, so that a factor may be changed and removed.
 */
import { type Static, Type } from '@sinclair/typebox'
import { defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../../src/kernel/pages/tabs.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Day, EnumOf, Nullable, Text } from '../../../src/kernel/schema.ts'
import { throwEvidenceError } from '../errors.ts'
import { FactorRecord } from '../models.ts'
import { FactorBasis, FactorRow, FactorValue, Process } from './schema.ts'

export const factors = defineResource({
  type: 'evidence.factor',
  title: 'factor of emissions',
  titles: 'factors of emissions',
  path: '/api/Admin/EmissionFactors',
  access: ['ADMIN'],
  schema: FactorRow,
  table: 'evidence.factors',
  alias: 'factor',
  fields: {},
  views: { history: ['name', 'basis', 'process', 'value', 'source', 'year', 'firstDay', 'lastDay'] },
  named: 'name',
  sort: '-firstDay'
})

const required = (field: string) => ({ messages: { required: `evidence.factor.${field}.required` } })
const ofRecovery = { basis: [FactorBasis.tonne] }

const FactorForm = defineForm({
  schema: Type.Object({
    name: Text(100, required('name')),
    basis: EnumOf(FactorBasis),
    process: Type.Optional(Nullable(Type.String({ ...Process, requiredWhen: ofRecovery, ...required('process') }))),
    value: Type.Number({ ...FactorValue, ...required('value') }),
    source: Text(200, required('source')),
    year: Type.Integer({ minimum: 1990, maximum: 2100 }),
    firstDay: Day,
    lastDay: Type.Optional(Nullable(Day))
  }),
  initial: { basis: FactorBasis.tonneKilometre },
  fields: {
    process: { when: ofRecovery, help: 'evidence.factor.process.help' },
    value: { half: true, help: 'evidence.factor.value.help' },
    year: { half: true },
    source: { help: 'evidence.factor.source.help' },
    firstDay: { half: true },
    lastDay: { half: true, help: 'evidence.factor.lastDay.help' }
  }
})

type Input = Static<typeof FactorForm.schema>

/** The columns. @throws evidence.factorReversed at `lastDay` */
function columnsOf({ name, basis, process, value, source, year, firstDay, lastDay = null }: Input) {
  if (lastDay !== null && lastDay < firstDay) throwEvidenceError.at('lastDay', 'periodReversed')
  return {
    ...{ name: name.trim(), source: source.trim(), basis, value, year, firstDay, lastDay },
    process: basis === FactorBasis.tonne ? (process ?? null) : null
  }
}

const addFactor = defineCreation(factors, {
  name: 'evidence.addFactor',
  call: 'POST /api/Admin/EmissionFactors',
  access: { ADMIN: { form: FactorForm } },
  ui: { icon: 'plus', key: 'n' },
  run: async ({ trx, now }, input) => ({
    id: (await FactorRecord.query(trx).insert({ ...columnsOf(input), createdAt: now })).id
  })
})

const editFactor = defineCommand(factors, {
  name: 'evidence.editFactor',
  call: 'PUT /api/Admin/EmissionFactors/:id',
  access: { ADMIN: { form: FactorForm } },
  ui: { icon: 'pencil', key: 'e' },
  async run({ trx }, { id }, input) {
    await FactorRecord.query(trx).findById(id).patch(columnsOf(input))
  }
})

const removeFactor = defineCommand(factors, {
  name: 'evidence.removeFactor',
  call: 'DELETE /api/Admin/EmissionFactors/:id',
  access: { ADMIN: {} },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run({ trx }, { id }) {
    await FactorRecord.query(trx).deleteById(id)
  }
})

export const factorCommands = [addFactor, editFactor, removeFactor]

export const factorsPage = definePage(factors, {
  id: 'evidence.factors',
  route: '/config/emissionFactors',
  group: 'settings',
  place: 26,
  access: ['ADMIN'],
  search: false,
  columns: [
    { key: 'name', grow: 2 },
    { key: 'source', under: 'name' },
    'basis',
    { key: 'process', under: 'basis' },
    'value',
    'year',
    'firstDay',
    { key: 'lastDay', under: 'firstDay' }
  ],
  commands: factorCommands,
  panel: [
    detailsTab(factors, ['name', 'basis', 'process', 'value', 'source', 'year', 'firstDay', 'lastDay'], {
      commands: [editFactor, removeFactor]
    }),
    historyTab(factors)
  ]
})
