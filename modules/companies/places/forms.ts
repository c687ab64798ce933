/** The forms for adding and editing a place. Staff edit all fields. A client edits only the phone, the receiving hours and the default flag. */
import { Type } from '@sinclair/typebox'
import type { FieldHint } from '../../../src/contract/form.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Email, EnumOf, Nullable, PhoneByCountry } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { AddressFields, BdoNumber, unlikelyPostalCode } from '../address.ts'
import { OrderTypes } from '../schema.ts'
import { ReceivingFields, receivingHints } from './receiving.ts'
import { Position } from './schema.ts'

const isDefault = Type.Optional(Type.Boolean())

const ClientSchema = Type.Object({ ...AddressFields, phone: PhoneByCountry, bdoNumber: BdoNumber, isDefault })

const StaffSchema = Type.Object({
  ...AddressFields,
  position: Type.Optional(Nullable(Position)),
  elevation: Type.Optional(Nullable(Type.Integer({ minimum: -400, maximum: 5000 }))),
  phone: PhoneByCountry,
  bdoNumber: BdoNumber,
  email: Type.Optional(Nullable(Email)),
  arrivalMessages: Type.Optional(Type.Boolean()),
  ...ReceivingFields,
  isDefault
})

export const StaffAddSchema = Type.Object({ ...StaffSchema.properties, orderTypeId: Type.Optional(EnumOf(OrderType)) })

/** The position is chosen on a map. If it is left empty, it is found by the address. */
const position: FieldHint = {
  control: 'part:companies.position',
  reads: { city: 'city' },
  help: 'companies.place.position.help'
}

/**
 * Who has no number must say so: it belongs on every transfer card of waste, and is not to be forgotten. Abroad and for private persons
 * the checkbox starts ticked.
 */
const ownBdoNumber: FieldHint = {
  from: 'companyBdoNumber',
  none: 'companies.place.bdoNumber.none',
  help: 'companies.place.bdoNumber.help'
}
const bdoNumberOfClient: FieldHint = {
  none: 'companies.place.bdoNumber.noneOfClient',
  help: 'companies.place.bdoNumber.help'
}

const postalCode: FieldHint = { warn: [unlikelyPostalCode] }

/** The switch is the consent of whoever reads these messages, so it is off at first. */
const arrivalMessages: FieldHint = { help: 'companies.arrivalContact.help' }

/** The label is a full phrase, because a checkbox has no heading above it. */
const makeDefault: FieldHint = { label: 'companies.place.makeDefault' }

/** A place that is the default stays so, until another one becomes it: it has no checkbox. */
const isDefaultNow: FieldHint = { control: 'hidden', transient: { type: 'boolean' }, from: 'isDefault' }
const makeDefaultInstead: FieldHint = { ...makeDefault, when: { isDefaultNow: [false, null] } }

/** The department is in the path of the call. It is asked for once the client is known; if there is only one, it is chosen without asking. */
const departmentOf = (company: string): FieldHint => ({
  transient: { type: 'integer', messages: { otherwise: 'companies.place.departmentId.missing' } },
  options: {
    call: `/api/Admin/Companies/{${company}}/departments`,
    value: 'id',
    label: ['city', 'street'],
    onlyIfAny: true,
    autoSelectSingle: true
  }
})

export const StaffAddForm = defineForm({
  schema: StaffAddSchema,
  context: ['country'],
  fields: {
    companyId: {
      label: 'companies.place.companyName',
      from: 'companyId',
      transient: { type: 'integer', messages: { otherwise: 'companies.place.companyId.missing' } },
      options: {
        call: '/api/Admin/Companies?page=1&limit=20',
        value: 'id',
        label: ['name', 'fullAddress'],
        search: { key: 'allFields', one: 'CompanyId' },
        copyFields: { country: 'country', bdoNumber: 'bdoNumber' }
      }
    },
    departmentId: departmentOf('companyId'),
    city: {},
    postalCode,
    position,
    bdoNumber: bdoNumberOfClient,
    arrivalMessages,
    ...receivingHints,
    isDefault: makeDefault,
    orderTypeId: { help: 'companies.place.orderTypeId.help' }
  }
})

/** The form loads the person's own data, because their phone is often also that of the place. */
export const ClientAddForm = defineForm({
  schema: ClientSchema,
  load: '/api/Authorization/userinfo',
  context: ['companyId', 'country'],
  fields: {
    departmentId: departmentOf('companyId'),
    city: {},
    postalCode,
    bdoNumber: ownBdoNumber,
    isDefault: makeDefault
  }
})

/** An account that is not active yet sees no data of the company, so the place belongs to the account's own department. */
export const WaitingAddForm = defineForm({
  schema: ClientSchema,
  load: '/api/Authorization/userinfo',
  context: ['country'],
  omit: ['isDefault'],
  fields: { postalCode, bdoNumber: ownBdoNumber, departmentId: { control: 'hidden', transient: { type: 'integer' } } }
})

export const StaffEditForm = defineForm({
  schema: Type.Object({ ...StaffSchema.properties, orderTypeIds: Type.Optional(OrderTypes) }),
  context: ['country', 'isActive'],
  fields: {
    postalCode,
    position,
    bdoNumber: bdoNumberOfClient,
    arrivalMessages,
    ...receivingHints,
    isDefaultNow,
    isDefault: makeDefaultInstead,
    orderTypeIds: {
      from: 'orderTypes',
      label: 'companies.place.orderTypes',
      help: 'companies.place.orderTypes.help',
      when: { isActive: [true] }
    }
  }
})

export const ClientEditForm = defineForm({
  schema: Type.Object({ phone: PhoneByCountry, ...ReceivingFields, isDefault }),
  context: ['country'],
  fields: { ...receivingHints, isDefaultNow, isDefault: makeDefaultInstead }
})
