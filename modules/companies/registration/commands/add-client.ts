import { Type } from '@sinclair/typebox'
import {
  type BeforeTransactionContext,
  type CommandContext,
  defineCreation
} from '../../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../../src/kernel/commands/form.ts'
import { orNotFound } from '../../../../src/kernel/routes/route.ts'
import { EnumOf } from '../../../../src/kernel/schema.ts'
import { OrderType } from '../../../catalogue/schema.ts'
import { locateAddress } from '../../geocoding/locate.ts'
import { addToCompanies } from '../../order-types/sets.ts'
import { addPlace } from '../../places/commands/add.ts'
import { defaultOf } from '../../places/defaults.ts'
import type { Located } from '../../places/locate.ts'
import { clients } from '../../resource.ts'
import { ClientType } from '../../schema.ts'
import { addContact } from '../join.ts'
import {
  NewClientFields,
  type NewClientInput,
  newClientDerivations,
  newClientHints,
  newClientInitial,
  placeOf
} from '../new-client.ts'
import { factsOf, insertCompany } from './register-company.ts'

export const addedClientInitial = { ...newClientInitial, orderTypeId: OrderType.vehicle }

/** The form of `addClient`; an import of clients judges its rows by it, too. */
export const NewClientForm = defineForm({
  schema: Type.Object({ ...NewClientFields, orderTypeId: EnumOf(OrderType) }),
  derive: newClientDerivations,
  initial: addedClientInitial,
  fields: {
    ...newClientHints,
    orderTypeId: { group: 'companies.newClient.place' }
  }
})

/** The position of a new client's place, asked before the transaction. @throws companies.addressUnknown (422) */
export const locateNewClient = (
  { services }: Pick<BeforeTransactionContext, 'services'>,
  input: NewClientInput
): Promise<Located> => locateAddress(services, { ...placeOf(input), country: input.country })

/**
 * Staff add a client whom they know or have on the phone: the company with its department, its place, and, if they invite somebody, its
 * administrator, in one transaction. It may order at once, because staff have checked what they typed: nothing waits for another of them.
 */
export const addClient = defineCreation(clients, {
  name: 'companies.addClient',
  call: 'POST /api/Admin/Companies/client',
  access: { ADMIN: { form: NewClientForm } },
  ui: { icon: 'user-plus', key: 'k', leadsTo: ['/clients/active'] },
  beforeTransaction: (context, input) => locateNewClient(context, input),
  async run(context, { orderTypeId, ...input }, located) {
    const { name, country, privatePerson = false, invites = false } = input
    const { city, street, postalCode, bdoNumber = null, phone } = input
    const address = { city, street, postalCode }
    const facts = privatePerson
      ? { name, country, clientType: ClientType.privatePerson }
      : await factsOf(context, { ...input, department: address }, name)
    const letIn = { ...facts, verified: true, active: true }
    const { id, membership } = await insertCompany(context, letIn, address, undefined)
    const { firstName = '', lastName = '', email = '' } = input
    const person = { email, firstName, lastName, phone }
    if (invites) await addContact(context, membership, person, { path: '', country, texts: 'takenForCompany' })
    // before its place, so that the place finds the type among those of its company
    await addToCompanies(context, [id], [orderTypeId])
    await context.runCommand(addPlace, {
      params: { departmentId: membership.departmentId },
      body: { ...placeOf(input), phone, bdoNumber: privatePerson ? null : bdoNumber, orderTypeId },
      prepared: located,
      fieldOf: path => (input.elsewhere ? (ofPlace[path] ?? path) : path)
    })
    return { id }
  }
})

const ofPlace: Readonly<Record<string, string>> = {
  city: 'placeCity',
  street: 'placeStreet',
  postalCode: 'placePostalCode'
}

/**
 * Adds a client, whose first order follows in the same transaction.
 * @param located the answer of `locateNewClient`
 * @returns the id of its place
 */
export async function addClientForOrder(
  context: CommandContext,
  body: NewClientInput & { readonly orderTypeId: number },
  located: Located
): Promise<number> {
  const company = (await context.runCommand(addClient, { body, prepared: located })) as { readonly id: number }
  return orNotFound(await defaultOf(context.trx, company.id)).id
}
