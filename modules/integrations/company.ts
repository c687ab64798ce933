/** The company that a key or a webhook is limited to. */
import type { FieldHint } from '../../src/contract/form.ts'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { exists } from '../../src/kernel/resources/read-one.ts'
import { companyResources } from '../companies/resources.ts'
import { throwIntegrationError } from './errors.ts'

export const companyChoice: FieldHint = {
  blank: 'integrations.allCompanies',
  options: {
    call: '/api/Admin/Companies?page=1&limit=20',
    value: 'id',
    label: ['name', 'fullAddress'],
    search: { key: 'allFields', one: 'CompanyId' }
  }
}

export async function requireCompany({ trx, reader }: CommandContext, companyId: number | null): Promise<void> {
  if (companyId !== null && !(await exists(trx, companyResources.clients, companyId, reader)))
    throwIntegrationError.at('companyId', 'noCompany')
}
