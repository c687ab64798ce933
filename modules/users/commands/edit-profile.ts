import type { Static } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Account } from '../model.ts'
import { accountRows } from '../rows.ts'
import { Profile } from '../schema.ts'

/** Everyone edits the own names and phone, an account that waits for its activation too. */
export const editProfile = defineCommand(accountRows)({
  name: 'users.editProfile',
  call: 'PUT /api/Admin/Users/:id',
  icon: 'user-edit',
  selection: 'one',
  access: {
    signedIn: {
      shown: { isOwn: [true] },
      form: defineForm({ schema: Profile })
    }
  },
  effects: ['reload'],
  summary: 'Edit the own profile: names and phone',
  async run({ trx, revalidateAccount }, { id }, { firstName, lastName, phone }: Static<typeof Profile>) {
    await Account.query(trx).findById(id).patch({ firstName, lastName, phone })
    revalidateAccount(id)
  }
})
