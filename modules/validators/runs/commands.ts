/** Starting a run by hand. */
import { Type } from '@sinclair/typebox'
import { codesOf } from '../../../src/contract/vocabulary.ts'
import { defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { EnumOf } from '../../../src/kernel/schema.ts'
import { throwValidatorsError } from '../errors.ts'
import { offeredKinds } from '../kinds.ts'
import { RunRow } from '../models.ts'
import { ValidatorKind } from '../schema.ts'
import { enqueueRun } from './perform.ts'
import { runs } from './resource.ts'

const RunForm = defineForm({
  initial: { validatorTypes: codesOf(ValidatorKind) },
  schema: Type.Object({
    validatorTypes: Type.Array(EnumOf(ValidatorKind), {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      messages: { required: 'validators.run.failed', minItems: 'validators.run.failed' }
    })
  }),
  fields: {
    validatorTypes: {
      options: {
        call: '/api/Admin/Validators/types?limit=100',
        value: 'type',
        label: ['name'],
        group: { by: 'validatorType', vocabulary: 'validators.subject' }
      }
    },
    // The current run, or the last one.
    progress: { control: 'part:validators.progress', transient: { anyOf: [{ type: 'object' }, { type: 'null' }] } }
  }
})

/** Runs the chosen checks, immediately if a worker is free. The person gets a notice with the result. */
export const runChecks = defineCreation(runs, {
  name: 'validators.run',
  call: 'POST /api/Admin/Validators/run',
  wire: { status: 202 },
  access: { ADMIN: { form: RunForm } },
  ui: { icon: 'play', opensIn: 'panel', staysOpen: true, queued: true },
  async run({ trx, now, services, accountId }, { validatorTypes }) {
    // a form sends what it began with, also what this installation does not offer
    const offered = offeredKinds(services.settings)
    const kinds = [...validatorTypes].filter(kind => offered.includes(kind)).sort((a, b) => a - b)
    if (kinds.length === 0) return throwValidatorsError.at('validatorTypes', 'notOffered')
    const { id } = await RunRow.query(trx).insert({ kinds, askedBy: accountId, askedAt: now })
    await enqueueRun(services, trx, id, kinds)
    return { id }
  }
})
