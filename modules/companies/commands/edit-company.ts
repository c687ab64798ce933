import { Type } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { EnumOf, Id, Nullable, Text } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { throwCompanyError } from '../errors.ts'
import { Company, Department } from '../models.ts'
import { addToCompanies } from '../order-types/sets.ts'
import { clients } from '../resource.ts'
import { may } from '../rules.ts'
import { BdoNumber, PaymentType, PostalCode } from '../schema.ts'

const EditForm = defineForm({
  schema: Type.Object({
    shortName: Type.Optional(Nullable(Text(100))),
    bdoNumber: Type.Optional(Nullable(BdoNumber)),
    multidepartment: Type.Optional(Type.Boolean()),
    orderTypeId: Type.Optional(Nullable(EnumOf(OrderType))),
    paymentType: Type.Optional(EnumOf(PaymentType)),
    arrivalMessages: Type.Optional(Type.Boolean()),
    address: Type.Optional(
      Type.Object({
        addressId: Type.Optional(Id),
        city: Text(100),
        street: Text(100),
        postalCode: PostalCode
      })
    )
  }),
  load: '/api/Admin/Companies/:id',
  context: ['country'],
  fields: {
    arrivalMessages: { help: 'companies.editCompany.arrivalMessages.help' },
    multidepartment: { from: 'multiDepartment', label: 'companies.company.multiDepartment' },
    'address.addressId': { control: 'hidden' },
    'address.city': { group: 'companies.company.address' },
    'address.street': { group: 'companies.company.address' },
    'address.postalCode': { group: 'companies.company.address' }
  }
})

/** A field that the call omits stays unchanged. The tax number and the name cannot be edited: they come from the register. */
export const editCompany = defineCommand(clients, {
  name: 'companies.editCompany',
  call: 'PATCH /api/Admin/Companies/:id/update',
  wire: { repeatsId: 'id' },
  access: { ADMIN: { when: may('editCompany'), form: EditForm } },
  ui: { icon: 'pencil', key: 'e' },
  async run(context, company, { multidepartment, orderTypeId, address, ...facts }) {
    const { trx } = context
    // The browser knows the country beside the form; the call does not carry it.
    const fieldErrors = check(EditForm.schema as Schema, address ? { address } : {}, '', { country: company.country })
    if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
    const { id } = company
    if (multidepartment === false && (await Department.query(trx).where({ company_id: id }).resultSize()) > 1)
      throwCompanyError.at('multidepartment', 'severalDepartments')
    if (orderTypeId && orderTypeId !== company.orderTypeId) await addToCompanies(context, [id], [orderTypeId])
    const { city, street, postalCode } = address ?? company.address
    const multiDepartment = multidepartment ?? company.multiDepartment
    await Company.query(trx)
      .findById(id)
      .patch({ ...facts, multiDepartment, city, street, postalCode })
  }
})
